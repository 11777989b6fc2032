import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface SlowProxy {
  readonly port: number
  /** The delay of each reply, in milliseconds. */
  delay: number
  close(): Promise<void>
}

export async function startSlowProxy(target: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    const upstream = track(connect(target, '127.0.0.1'))
    track(client).pipe(upstream)
    upstream.on('data', bytes => setTimeout(() => client.writable && client.write(bytes), proxy.delay))
    upstream.once('close', () => client.destroy())
    client.once('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy: SlowProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    delay: 0,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
  return proxy
}
