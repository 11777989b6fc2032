// Clients that read long responses slowly but steadily. Each client has an attacker's address and uses a different host
// name, so that the service must store a separate copy of each response.
import { setMaxListeners } from 'node:events'
import net from 'node:net'
import { request } from './client.mjs'

const rate = 40_000
const ticks = 10

export const slowReaders = count => ({
  name: `${count} readers of long answers at 40 kB/s`,
  beside: ['longRequests'],
  attack: async ({ port, from, signal }) => {
    setMaxListeners(count, signal)
    const sum = { started: 0, cut: 0, bytes: 0 }
    const reading = async i => {
      while (!signal.aborted) await readSlowly({ port, from: from(i), host: `host-${i}.example`, signal }, sum)
    }
    await Promise.all(Array.from({ length: count }, (_, i) => reading(i)))
    return sum
  },
})

function readSlowly({ port, from, host, signal }, sum) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
  const path = '/@search?b_size=100000&metadata_fields=_all'
  socket.write(request('GET', path).replace('Host: 127.0.0.1', `Host: ${host}`))
  // With this listener, the socket does not read data automatically. The data remains in system buffers until `read`
  // is called.
  socket.on('readable', () => {})
  sum.started += 1
  let allowed = 0
  const timer = setInterval(() => {
    allowed = Math.min(allowed + rate / ticks, rate)
    const bytes = socket.read(Math.min(Math.floor(allowed), socket.readableLength))?.length ?? 0
    allowed -= bytes
    sum.bytes += bytes
  }, 1000 / ticks)
  return new Promise(resolve => {
    const end = () => socket.destroy()
    signal.addEventListener('abort', end)
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!signal.aborted) sum.cut += 1
      signal.removeEventListener('abort', end)
      clearInterval(timer)
      resolve()
    })
  })
}
