/** A problem that the user who starts the program can fix; shown without a stack trace. */
export class StartError extends Error {}
