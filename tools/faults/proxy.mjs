import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export async function startProxy(port) {
  const pairs = new Set()
  let losesAnswers = false
  let stalls = Promise.resolve()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    const pair = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.on('data', async bytes => {
      await stalls
      far.write(bytes)
    })
    far.on('data', async bytes => {
      await stalls
      if (!losesAnswers) near.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const [near] of [...pairs]) near.destroy()
  }
  return {
    port: server.address().port,
    cut,
    /** Forwards requests, such as a COMMIT, but drops the responses from the server, and then cuts the connection. */
    async loseAnswers() {
      losesAnswers = true
      await delay(30)
      cut()
      losesAnswers = false
    },
    /** Forwards nothing in either direction for `time` milliseconds. Connections remain open. */
    async stall(time) {
      stalls = delay(time)
      await stalls
    },
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
