import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * The mode of a proxy. `passes` forwards all bytes, `delay` delays responses by a number of milliseconds, and
 * `swallows` drops all bytes while connections remain open, like a firewall that has lost the state of the connections.
 */
export type ProxyMode = 'passes' | 'swallows' | { readonly delay: number }

/** A proxy that can delay or drop the responses of a local server. */
export interface FaultyProxy {
  readonly port: number
  mode: ProxyMode
  cut(): void
  close(): Promise<void>
}

export async function startFaultyProxy(target: number): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => from.destroy())
      from.on('data', bytes => pass(bytes, { to, delays: from === upstream }))
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  function pass(bytes: Buffer, { to, delays }: { readonly to: Socket; readonly delays: boolean }): void {
    if (proxy.mode === 'swallows') return
    const write = (): unknown => to.writable && to.write(bytes)
    if (delays && typeof proxy.mode === 'object') setTimeout(write, proxy.mode.delay)
    else write()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy: FaultyProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    mode: 'passes',
    cut,
    close: async () => {
      server.close()
      cut()
      if (server.listening) await once(server, 'close')
    },
  }
  return proxy
}
