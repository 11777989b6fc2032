/** A fault of a backup; the message follows its name: `has a line that is no JSON`. */
export class CopyFault extends Error {}
