import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Connections {
  /**
   * Returns the response to the latest request on a connection, or undefined if the response has been sent completely.
   */
  openResponse(socket: Duplex): ServerResponse | undefined
  /** Whether a request will never be answered, because its connection closes after the previous response. */
  isLost(req: IncomingMessage, res: ServerResponse): boolean
  /** Makes each connection close after its next response, which contains `Connection: close`. */
  announceClose(): void
  /** Returns the connections without a request in progress. */
  idle(): readonly Socket[]
  /** A promise that resolves when the server has stopped listening and all connections have ended. */
  readonly ended: Promise<void>
}

const tracked = new WeakMap<Server, Connections>()

/**
 * Returns an object that tracks the connections of a server. Later calls for the same server return the same object.
 * The first call must precede `listen`, because earlier connections are not tracked.
 */
export function trackConnections(server: Server): Connections {
  const connections = tracked.get(server) ?? connectionsOf(server)
  tracked.set(server, connections)
  return connections
}

function connectionsOf(server: Server): Connections {
  const latest = new Map<Duplex, ServerResponse | null>()
  let isClosing = false
  const ended = new Promise<void>(resolve => server.once('close', resolve))
  const openResponse = (socket: Duplex): ServerResponse | undefined => {
    const res = latest.get(socket)
    return res && !res.closed ? res : undefined
  }
  server.on('connection', (socket: Socket) => {
    latest.set(socket, null)
    socket.once('close', () => latest.delete(socket))
  })
  server.prependListener('request', ({ socket }, res) => {
    const before = isClosing ? openResponse(socket) : undefined
    if (before?.headersSent && !before.shouldKeepAlive) return
    // The response to the last pipelined request closes the connection, so the previous response must not close it.
    if (before) before.shouldKeepAlive = true
    if (isClosing) res.shouldKeepAlive = false
    latest.set(socket, res)
  })
  return {
    openResponse,
    isLost: ({ socket }, res) => isClosing && latest.get(socket) !== res,
    announceClose: () => {
      isClosing = true
      for (const res of latest.values()) if (res) res.shouldKeepAlive = false
    },
    ended,
    idle: () => [...latest.keys()].filter((socket): socket is Socket => !openResponse(socket)),
  }
}
