export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

interface Taken {
  readonly answer: Answer
  readonly rest: Buffer
  readonly isOpen: boolean
}

/**
 * Removes the first complete response from the received bytes and returns it. Skips interim responses (1xx). Returns
 * undefined if no response is complete. Throws if the bytes are not HTTP.
 */
export function takeAnswer(bytes: Buffer, method: string): Taken | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1])
  if (!status) throw new Error(`No line of a status: ${first.slice(0, 200)}`)
  const rest = bytes.subarray(end + 4)
  if (status < 200) return takeAnswer(rest, method)
  const headers = new Map(lines.map(line => headerOf(line)))
  const body = bodyOf(rest, headers, method === 'HEAD' || status === 204 || status === 304)
  return body && { answer: { status, headers, body: body.bytes }, rest: body.rest, isOpen: body.isOpen }
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  if (colon < 1) throw new Error(`No header: ${line.slice(0, 200)}`)
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

interface Body {
  readonly bytes: Buffer
  readonly rest: Buffer
  readonly isOpen: boolean
}

function bodyOf(rest: Buffer, headers: ReadonlyMap<string, string>, isEmpty: boolean): Body | undefined {
  if (isEmpty) return { bytes: Buffer.alloc(0), rest, isOpen: false }
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(rest)
  const length = headers.get('content-length')
  if (length === undefined) return { bytes: rest, rest: Buffer.alloc(0), isOpen: true }
  if (rest.length < Number(length)) return undefined
  return { bytes: rest.subarray(0, Number(length)), rest: rest.subarray(Number(length)), isOpen: false }
}

function chunksOf(bytes: Buffer): Body | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    const next = end + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { bytes: Buffer.concat(parts), rest: bytes.subarray(next), isOpen: false }
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = next
  }
}
