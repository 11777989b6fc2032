/** An untranslated refusal, for requests that do not reach the site. */
export interface PlainRefusal {
  readonly status: number
  readonly type: string
  readonly message: string
}

/** The body of the response. It has the same shape as the bodies of all errors. */
export const plainBody = ({ type, message }: PlainRefusal): string => JSON.stringify({ type, message, context: null })

/** The headers of the response. They also close the connection. */
export const plainHeaders = (body: string, requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  Connection: 'close',
})
