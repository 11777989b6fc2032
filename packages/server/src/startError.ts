/**
 * The error for a problem that the user who starts the program can correct. The error is shown without a stack trace.
 */
export class StartError extends Error {}

/** The error that is thrown if a command requires a site but the database is empty. */
export class NoSiteError extends StartError {}
