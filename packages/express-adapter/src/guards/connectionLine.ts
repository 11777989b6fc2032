import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Entry {
  readonly res: ServerResponse
  /** Answers the request; `leave` lets the next one begin before the answer is sent. */
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
 * Serves the requests of one connection one after the other: pipelined requests wait in order (docs/http-answers.md,
 * Connections). Requests of HTTP/2 are served concurrently.
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
    // Yields to other connections first, however fast this request was: requests in one packet are parsed together.
    if (line.waiting.length > 0) setImmediate(advance, line)
    else line.current = null
  }
  entry.res.once('close', leave)
  entry.serve(leave)
}

function advance(line: Line): void {
  const next = line.waiting.shift()
  line.current = null
  // The connection is closed: drop the request.
  if (next && !line.socket.destroyed) begin(line, next)
}

/** Requests accepted so far are still answered. */
function takeNoMore(socket: Socket, line: Line): void {
  line.isClosed = true
  endAfter((line.waiting.at(-1) ?? line.current)?.res, socket)
}

const ending = new WeakSet<Socket>()

/** Closes a connection after a response with `Connection: close`; further input is not even parsed. */
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
