/**
 * The error for a problem that the user who starts the program can correct. The error is shown without a stack trace.
 */
export class StartError extends Error {}

/** The error for a command that requires a site, if the database is empty. */
export class NoSiteError extends StartError {}
