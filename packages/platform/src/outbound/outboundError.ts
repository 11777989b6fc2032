/** The reason why an outbound request failed. */
export type OutboundCode =
  /** The URL is not an absolute http or https URL, or it contains credentials. */
  | 'url'
  /** The hostname cannot be resolved, or has no address. */
  | 'host'
  /** The host has only private addresses, and neither its name nor any of these addresses is allowed. */
  | 'private'
  /** The connection failed or was closed, TLS failed, or the response is not HTTP. */
  | 'connection'
  /** The time limit was exceeded. */
  | 'time'
  /** There were too many redirects, or a redirect has no valid location. */
  | 'redirect'
  /** The caller aborted the request. */
  | 'aborted'

/** A failed outbound request. The message is in English and contains neither the query of the URL nor secrets. */
export class OutboundError extends Error {
  constructor(
    readonly code: OutboundCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Returns the code of a connection error, such as `ECONNREFUSED`, or undefined if the error has no code. If connections
 * to several addresses have failed, returns the code of the first error.
 */
export function networkCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('errors' in error && Array.isArray(error.errors)) return networkCodeOf(error.errors[0])
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
