/** Something that whoever started the program can mend; told without a stack. */
export class StartError extends Error {}
