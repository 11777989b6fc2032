import { DomainError, message } from '@plenum/core'

const maxParts = 100
const maxHeadBytes = 8 * 1024

const noFile = (): DomainError => new DomainError('bad-request', message('csv.file'))

/**
 * Extracts the file from a `multipart/form-data` form that contains one file in the part `file` (RFC 7578). Throws a
 * DomainError `bad-request` for any other form.
 */
export function fileInForm(body: Buffer, contentType: string): Buffer {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const separator = boundary?.[1] ?? boundary?.[2]
  if (separator === undefined) throw noFile()
  const files = partsOf(body, `--${separator}`).filter(({ head }) => isFile(head))
  const [file, ...others] = files
  if (!file || others.length > 0) throw noFile()
  return file.content
}

interface Part {
  readonly head: string
  readonly content: Buffer
}

function partsOf(body: Buffer, separator: string): readonly Part[] {
  const parts: Part[] = []
  let start = body.indexOf(`${separator}\r\n`)
  while (start >= 0 && parts.length <= maxParts) {
    const headStart = start + separator.length
    const headEnd = body.indexOf('\r\n\r\n', headStart)
    const end = body.indexOf(`\r\n${separator}`, headEnd)
    if (headEnd < 0 || headEnd - headStart > maxHeadBytes || end < 0) throw noFile()
    parts.push({ head: body.toString('latin1', headStart, headEnd), content: body.subarray(headEnd + 4, end) })
    const next = end + 2
    start = body.toString('latin1', next + separator.length, next + separator.length + 2) === '--' ? -1 : next
  }
  if (parts.length > maxParts) throw noFile()
  return parts
}

function isFile(head: string): boolean {
  const disposition = head.split('\r\n').find(line => /^content-disposition:/i.test(line)) ?? ''
  return /;\s*filename\*?=/i.test(disposition) && /;\s*name="?file"?\s*(?:;|$)/i.test(disposition)
}
