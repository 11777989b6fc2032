import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** An email that the server has received completely. */
export interface ReceivedMail {
  readonly to: string
  /** The unfolded header fields by lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  /** The decoded text, followed by the content of the attachments. */
  readonly parts: readonly string[]
  readonly raw: string
}

export interface SmtpSink {
  readonly url: string
  /** The emails to which the server has replied with 250. */
  readonly accepted: readonly ReceivedMail[]
  close(): Promise<void>
}

interface SinkOptions {
  /**
   * Returns the reply to a complete email, such as `250 ok`, or null to end the connection without a reply. `number` is
   * the number of complete emails so far, including this email.
   */
  reply?(mail: ReceivedMail, number: number): string | null | Promise<string | null>
  /** Called after the reply 250 has been sent. */
  onAccepted?(mail: ReceivedMail): void
  /** The port of the server. Defaults to any free port. */
  readonly port?: number
}

/** Starts a mail server that stores emails in memory. It supports neither TLS nor authentication. */
export async function startSmtpSink({ reply, onAccepted, port = 0 }: SinkOptions = {}): Promise<SmtpSink> {
  const accepted: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let count = 0
  const receive = async (socket: Socket, to: string, raw: string): Promise<void> => {
    const mail = parse(to, raw)
    count += 1
    const text = reply ? await reply(mail, count) : '250 ok'
    if (text === null) return void socket.destroy()
    if (text.startsWith('250')) accepted.push(mail)
    socket.write(`${text}\r\n`, () => text.startsWith('250') && onAccepted?.(mail))
  }
  const server = createServer(socket => {
    sockets.add(socket)
    let [to, data, pending]: [string, string[] | null, string] = ['', null, '']
    const line = (text: string): void => {
      if (data === null) {
        if (text === 'DATA') data = []
        to = /^RCPT TO:<(.*)>/.exec(text)?.[1] ?? to
        socket.write(text === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
      } else if (text === '.') {
        void receive(socket, to, data.join('\r\n'))
        data = null
      } else data.push(text.replace(/^\./, ''))
    }
    socket.setEncoding('utf8')
    socket.write('220 mail.example.org\r\n')
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', chunk => {
      const lines = `${pending}${String(chunk)}`.split('\r\n')
      pending = lines.pop() ?? ''
      for (const text of lines) line(text)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function parse(to: string, raw: string): ReceivedMail {
  const [head, body] = divide(raw)
  return { to, headers: headersOf(head), parts: partsOf(head, body), raw }
}

function divide(text: string): readonly [head: string, body: string] {
  const end = text.indexOf('\r\n\r\n')
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)]
}

const headersOf = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map(line => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
      }),
  )

/** Decodes the encoded words in a header field (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(value, 'base64').toString()
        : quotedPrintable(value.replaceAll('_', ' ')),
    )

function partsOf(head: string, body: string): readonly string[] {
  const headers = headersOf(head)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap(part => partsOf(...divide(part.replace(/^\r\n/, ''))))
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return [Buffer.from(body, 'base64').toString()]
  return [encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\r\n/g, '')) : body]
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  ).toString()
