/** A problem that the person who starts the program can fix; shown without a stack trace. */
export class StartError extends Error {}
