/** A refusal that is not worded by the site: of what is no request that it could understand. */
export interface PlainRefusal {
  readonly status: number
  readonly type: string
  readonly message: string
}

/** The body of its answer, in the shape of all errors. */
export function plainBody({ type, message }: PlainRefusal): string {
  return JSON.stringify({ type, message, context: null })
}

/** The headers of its answer, after which the connection ends. */
export function plainHeaders(body: string, requestId: string): Readonly<Record<string, string>> {
  return {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
}
