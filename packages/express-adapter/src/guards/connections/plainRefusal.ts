/**
 * The error response to a request that does not reach the site. The message is always in English, because only the site
 * can determine the language of a response.
 */
export interface PlainRefusal {
  readonly status: number
  readonly type: string
  readonly message: string
}

export const plainBody = ({ type, message }: PlainRefusal): string => JSON.stringify({ type, message, context: null })

export const plainHeaders = (body: string, requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  Connection: 'close',
})
