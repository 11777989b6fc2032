import type { IncomingMessage } from 'node:http'

/** The first media type of a header, without parameters and in lower case. */
const firstTypeOf = (header = ''): string => (header.split(/[;,]/, 1)[0] ?? '').trim().toLowerCase()

/** Whether a request sends a CSV file, or as a read prefers one (docs/http-answers.md, CSV). */
export function isCsvRequest({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'POST') return firstTypeOf(headers.accept) === 'text/csv'
  return ['text/csv', 'multipart/form-data'].includes(firstTypeOf(headers['content-type']))
}
