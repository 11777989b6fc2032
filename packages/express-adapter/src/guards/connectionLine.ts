import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Entry {
  readonly res: ServerResponse
  /** Answers the request; `leave` lets the next one begin before the answer has been sent. */
  readonly serve: (leave: () => void) => void
}

interface Line {
  readonly socket: Socket
  current: Entry | null
  readonly waiting: Entry[]
  isClosed: boolean
}

const lines = new WeakMap<Socket, Line>()

/**
 * Serves the requests of one connection one after the other: what a client sends before it has its answers waits, in
 * order (docs/http-answers.md, Connections). Of HTTP/2 all are served at once.
 */
export function inLine(req: IncomingMessage, most: number, entry: Entry): void {
  if (req.httpVersionMajor > 1) {
    entry.serve(() => {})
    return
  }
  const line = lineOf(req.socket)
  if (line.isClosed) return
  if (line.current === null) begin(line, entry)
  else if (line.waiting.length < most) line.waiting.push(entry)
  else takeNoMore(req.socket, line)
}

function lineOf(socket: Socket): Line {
  const known = lines.get(socket)
  if (known) return known
  const line: Line = { socket, current: null, waiting: [], isClosed: socket.destroyed }
  socket.once('close', () => {
    line.isClosed = true
    line.waiting.length = 0
  })
  lines.set(socket, line)
  return line
}

function begin(line: Line, entry: Entry): void {
  line.current = entry
  let hasLeft = false
  const leave = (): void => {
    if (hasLeft) return
    hasLeft = true
    // Others are served before the next one, however fast this one was: what came in one packet is parsed in one go.
    if (line.waiting.length > 0) setImmediate(advance, line)
    else line.current = null
  }
  entry.res.once('close', leave)
  entry.serve(leave)
}

function advance(line: Line): void {
  const next = line.waiting.shift()
  line.current = null
  // Of a connection that has just been closed nobody takes the answer.
  if (next && !line.socket.destroyed) begin(line, next)
}

/** What was taken is answered. */
function takeNoMore(socket: Socket, line: Line): void {
  line.isClosed = true
  endAfter((line.waiting.at(-1) ?? line.current)?.res, socket)
}

const ending = new WeakSet<Socket>()

/** Ends a connection once an answer has been sent, of which the client is told; what else comes is not even parsed. */
export function endAfter(res: ServerResponse | undefined, socket: Socket): void {
  if (ending.has(socket)) return
  ending.add(socket)
  socket.removeAllListeners('data')
  socket.on('data', () => {})
  if (res !== undefined && !res.closed) {
    res.shouldKeepAlive = false
    res.once('close', () => socket.destroySoon())
  } else socket.destroySoon()
}
