import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Entry {
  readonly res: ServerResponse
  /** Answers the request. Calling `leave` starts the next request before the response has been sent. */
  readonly serve: (leave: () => void) => void
}

interface ConnectionQueue {
  readonly socket: Socket
  current: Entry | null
  readonly waiting: Entry[]
  /** The open responses to requests that have been started. */
  readonly started: Set<ServerResponse>
  isClosed: boolean
}

const queues = new WeakMap<Socket, ConnectionQueue>()

/**
 * Serves the requests on a connection in order, so that pipelined requests wait for earlier requests
 * (docs/http-answers.md, Connections). HTTP/2 requests are served concurrently.
 */
export function serveInOrder(req: IncomingMessage, maxWaiting: number, entry: Entry): void {
  if (req.httpVersionMajor > 1) {
    entry.serve(() => {})
    return
  }
  const queue = queueOf(req.socket)
  if (queue.isClosed) return
  if (queue.current === null) begin(queue, entry)
  else if (queue.waiting.length < maxWaiting) queue.waiting.push(entry)
  else stopReading(req.socket, queue)
}

function queueOf(socket: Socket): ConnectionQueue {
  const existing = queues.get(socket)
  if (existing) return existing
  const queue: ConnectionQueue = { socket, current: null, waiting: [], started: new Set(), isClosed: socket.destroyed }
  socket.once('close', () => {
    queue.isClosed = true
    queue.waiting.length = 0
    setImmediate(closeAll, queue.started)
  })
  queues.set(socket, queue)
  return queue
}

/**
 * Closes the responses that were not assigned to the connection before it ended. Node emits no `close` event for them,
 * so their streams and memory would never be released.
 */
function closeAll(started: ReadonlySet<ServerResponse>): void {
  for (const res of started) {
    res.destroy()
    res.emit('close')
  }
}

function begin(queue: ConnectionQueue, entry: Entry): void {
  queue.current = entry
  queue.started.add(entry.res)
  entry.res.once('close', () => queue.started.delete(entry.res))
  let hasLeft = false
  const leave = (): void => {
    if (hasLeft) return
    hasLeft = true
    // Other connections are served before the next request, because all requests in one packet are parsed together.
    if (queue.waiting.length > 0) setImmediate(advance, queue)
    else queue.current = null
  }
  entry.res.once('close', leave)
  entry.serve(leave)
}

function advance(queue: ConnectionQueue): void {
  const next = queue.waiting.shift()
  queue.current = null
  if (next && !queue.socket.destroyed) begin(queue, next)
}

/** Stops reading requests. Accepted requests are still answered. */
function stopReading(socket: Socket, queue: ConnectionQueue): void {
  queue.isClosed = true
  endAfter((queue.waiting.at(-1) ?? queue.current)?.res, socket)
}

const ending = new WeakSet<Socket>()

/** Closes a connection after a response with `Connection: close`. Subsequent input on the connection is not parsed. */
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
