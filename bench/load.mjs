import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

const program = new URL('server.mjs', import.meta.url)

export const startServer = (...args) => startProgram(program, args)

/** Starts a program, which reports its `port` and then handles the messages `cpu`, `wait` and `stop`. */
export async function startProgram(file, args, env = {}) {
  const child = fork(file, args, { env: { ...process.env, ...env }, stdio: ['inherit', 'ignore', 'inherit', 'ipc'] })
  const [{ port }] = await once(child, 'message')
  const ask = async message => {
    child.send(message)
    return (await once(child, 'message'))[0]
  }
  return {
    url: `http://127.0.0.1:${port}`,
    send: message => child.send(message),
    cpu: async () => {
      const { cpu } = await ask('cpu')
      return cpu.user + cpu.system
    },
    /**
     * Returns the longest time, in milliseconds, for which the event loop of the program was blocked since the previous
     * call.
     */
    longestWait: async () => (await ask('wait')).wait,
    stop: async () => {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

/**
 * Sends `amount` requests to a server. Returns their total duration in seconds, and the CPU time of the server
 * per request in microseconds. A request contains a `path` and optionally `method`, `headers`, `body` and the expected
 * `status`, which defaults to 200.
 */
export async function sendMany(server, { path, status = 200, ...request }, { amount, connections }) {
  const cpu = await server.cpu()
  const running = autocannon({ url: server.url + path, ...request, amount, connections, timeout: 60 })
  const [startedAt, times] = [performance.now(), { last: 0 }]
  // Records the time of the last response, because by default autocannon checks only once per second whether it has
  // finished.
  running.on('response', () => {
    times.last = performance.now()
  })
  const result = await running
  const answered = result.statusCodeStats[status]?.count ?? 0
  if (answered < amount || result.errors > 0)
    throw new Error(`${path}: ${amount - answered} not answered with ${status}, ${result.errors} errors`)
  return { seconds: (times.last - startedAt) / 1000, cpu: ((await server.cpu()) - cpu) / amount }
}
