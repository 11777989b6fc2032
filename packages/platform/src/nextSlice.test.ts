import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { nextSlice } from './nextSlice.js'

async function iterationsUntilNext(): Promise<number> {
  let iterations = 0
  let isOver = false
  const count = (): void => {
    iterations += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await new Promise<void>(nextSlice)
  isOver = true
  return iterations
}

async function listening(serve: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const keep = (socket: Socket): Socket => {
    sockets.push(socket.on('error', () => {}))
    return socket
  }
  const server = createServer(socket => serve(keep(socket))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { client: () => keep(connect(port, '127.0.0.1')), close }
}

describe('the next time slice of a long task', () => {
  it('begins within a few iterations of the event loop if no request arrives', async () => {
    // The test uses the fastest of several attempts, because the test runner can delay individual attempts.
    const attempts: number[] = []
    for (let i = 0; i < 10; i++) {
      await new Promise(resolve => setTimeout(resolve, 20))
      attempts.push(await iterationsUntilNext())
    }
    expect(Math.min(...attempts)).toBeLessThan(6)
  })

  it('begins after all waiting requests are served', async () => {
    let accepted = 0
    const { client, close } = await listening(() => {
      accepted += 1
    })
    for (let i = 0; i < 15; i++) client()
    await new Promise<void>(nextSlice)
    expect(accepted).toBe(15)
    close()
  })

  it('begins soon even if a request arrives in each iteration', async () => {
    const { client, close } = await listening(socket => socket.pipe(socket))
    const asking = client()
    asking.on('data', data => asking.write(data)).write('x')
    await once(asking, 'data')
    expect(await iterationsUntilNext()).toBeLessThan(25)
    close()
  })
})
