import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { eventually } from './eventually.js'

export interface RawAnswer {
  readonly status: number
  /** The header values by lower-case header name. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // The type need not be more precise, because tests only compare the body with an expected body.
  readonly body: Record<string, unknown>
}

export interface RawConnection {
  readonly socket: Socket
  send(bytes: string | Uint8Array): void
  /** The complete responses that have been received so far. */
  answers(): readonly RawAnswer[]
  /** Waits until `count` responses have been received or the connection has ended. */
  wait(count: number): Promise<readonly RawAnswer[]>
  /** Resolves when the connection has ended, even after an error. */
  readonly ended: Promise<void>
  readonly hasEnded: () => boolean
}

export async function connectRaw(server: Server): Promise<RawConnection> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const received: Buffer[] = []
  let hasEnded = false
  const ended = new Promise<void>(resolve => socket.once('close', () => resolve())).then(() => {
    hasEnded = true
  })
  socket.on('data', bytes => received.push(bytes))
  // A reset ends the connection like a regular close, so it is not an error.
  socket.on('error', () => {})
  await once(socket, 'connect')
  const answers = () => answersIn(Buffer.concat(received))
  return {
    socket,
    send: bytes => void socket.write(bytes),
    answers,
    wait: async count => {
      await eventually(`${count} answers`, () => answers().length >= count || hasEnded)
      return answers()
    },
    ended,
    hasEnded: () => hasEnded,
  }
}

/** Starts a plain Node server for an application on a free port. */
export async function listenOn(app: RequestListener | Server): Promise<Server & AsyncDisposable> {
  const server = app instanceof http.Server ? app : http.createServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return Object.assign(server, { [Symbol.asyncDispose]: close })
}

function answersIn(bytes: Buffer): readonly RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = bytes; ; ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [first = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const text = rest.toString('utf8', end + 4, end + 4 + length)
    if (rest.length < end + 4 + length) return answers
    const isJson = headers['content-type'] === 'application/json' && text !== ''
    answers.push({ status: Number(first.split(' ')[1]), headers, text, body: isJson ? JSON.parse(text) : {} })
    rest = rest.subarray(end + 4 + length)
  }
}
