// Starts the benchmark processes: the service, the attacker and the bystanders. Each process handles one message at a
// time.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a child process. The `ask` function sends a message and resolves to the reply, or rejects if the process ends
 * before it replies.
 */
export async function startProgram(name, args = [], execArgv = []) {
  const child = fork(new URL(name, import.meta.url), args, { execArgv })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${name} ended with ${signal ?? code}`)
  })
  ended.catch(() => {})
  const answer = () => Promise.race([once(child, 'message').then(([message]) => message), ended])
  const first = await answer()
  return {
    first,
    ask: message => {
      child.send(message)
      return answer()
    },
    stop: async () => {
      child.kill()
      await ended.catch(() => {})
    },
  }
}

/** Starts the service for a site with 10,000 objects. Heap growth is limited as in production (`limitHeapGrowth`). */
export const startServer = ({ sharesLoopback = true, heap = null } = {}) =>
  startProgram(
    'server.mjs',
    ['10000', ...(sharesLoopback ? [] : ['--addresses-count'])],
    ['--expose-gc', '--heap-growing-percent=100', ...(heap === null ? [] : [`--max-old-space-size=${heap}`])],
  )

export const startBystander = name => startProgram('bystander.mjs', [name])
