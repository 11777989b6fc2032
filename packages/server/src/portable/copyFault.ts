/** What is wrong with a copy; the message goes on behind its name: `has a line that is no JSON`. */
export class CopyFault extends Error {}
