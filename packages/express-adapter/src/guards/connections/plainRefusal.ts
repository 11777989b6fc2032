/** An untranslated refusal of a request that does not reach the site. */
export interface PlainRefusal {
  readonly status: number
  readonly type: string
  readonly message: string
}

/** Returns a body with the same structure as the bodies of all errors. */
export const plainBody = ({ type, message }: PlainRefusal): string => JSON.stringify({ type, message, context: null })

/** Returns the headers of a refusal, which also close the connection. */
export const plainHeaders = (body: string, requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  Connection: 'close',
})
