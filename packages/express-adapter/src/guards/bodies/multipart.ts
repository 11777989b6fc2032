import type { DomainError } from '@plenum/core'

const maxParts = 100
const maxHeadBytes = 8 * 1024

export interface FormPart {
  readonly name: string
  /** The file name, without the quotation marks. Null if the part is not a file. */
  readonly filename: string | null
  /** The media type of the part, or an empty string if the part does not declare a type. */
  readonly type: string
  /** The content of the part, as a view of the bytes of the body. */
  readonly content: Buffer
}

/**
 * Splits a `multipart/form-data` body (RFC 7578) into its parts, which are views of the body. Throws the error of
 * `malformed` for any other body, and for more than 100 parts.
 */
export function partsOfForm(body: Buffer, contentType: string, malformed: () => DomainError): readonly FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const name = boundary?.[1] ?? boundary?.[2]
  if (name === undefined) throw malformed()
  const separator = `--${name}`
  const parts: FormPart[] = []
  let start = body.indexOf(`${separator}\r\n`)
  while (start >= 0 && parts.length <= maxParts) {
    const headStart = start + separator.length
    const headEnd = body.indexOf('\r\n\r\n', headStart)
    const end = body.indexOf(`\r\n${separator}`, headEnd)
    if (headEnd < 0 || headEnd - headStart > maxHeadBytes || end < 0) throw malformed()
    parts.push({ ...readHead(body.toString('utf8', headStart, headEnd)), content: body.subarray(headEnd + 4, end) })
    const next = end + 2
    start = body.toString('latin1', next + separator.length, next + separator.length + 2) === '--' ? -1 : next
  }
  if (parts.length > maxParts) throw malformed()
  return parts
}

function readHead(head: string): Omit<FormPart, 'content'> {
  const lines = head.split('\r\n')
  const headerIn = (header: string): string => {
    const line = lines.find(text => text.toLowerCase().startsWith(`${header}:`)) ?? ''
    return line.slice(header.length + 1).trim()
  }
  const disposition = headerIn('content-disposition')
  return {
    name: parameterIn(/;\s*name=(?:"([^"]*)"|([^;\s"]*))/i.exec(disposition)) ?? '',
    filename:
      parameterIn(/;\s*filename=(?:"([^"]*)"|([^;\s"]*))/i.exec(disposition)) ??
      (/;\s*filename\*=/i.test(disposition) ? '' : null),
    type: headerIn('content-type'),
  }
}

/** Returns a parameter of a header. Browsers percent-encode quotation marks and line breaks in the parameter. */
function parameterIn(match: RegExpExecArray | null): string | null {
  const text = match?.[1] ?? match?.[2]
  return text?.replace(/%22|%0D|%0A/gi, escaped => decodeURIComponent(escaped)) ?? null
}
