import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connectionKey, readKernelQueues } from './kernelQueues.js'

const onLinux = process.platform === 'linux' ? it.each : it.skip.each

onLinux([
  ['127.0.0.1', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '::1'],
])('the kernel reports how many bytes a client has not received: server at %s, client by %s', async (host, client) => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const peer = connect((server.address() as AddressInfo).port, client).pause()
  const [socket] = (await once(server, 'connection')) as [Socket]
  const before = (await readKernelQueues()).get(connectionKey(socket))
  socket.write(Buffer.alloc(20_000_000))
  await new Promise(resolve => setTimeout(resolve, 100))
  const after = (await readKernelQueues()).get(connectionKey(socket))
  expect(before).toBe(0)
  expect(after).toBeGreaterThan(10_000)
  peer.destroy()
  socket.destroy()
  server.close()
})
