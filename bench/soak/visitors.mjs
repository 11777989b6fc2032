// Starts the visitors and editors, which run in a separate process.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts visitors and editors, which send requests until they are stopped. The returned function `stop` resolves to the
 * number of requests of each kind, and the number of failures.
 */
export function startVisitors(url) {
  const child = fork(new URL('crowd.mjs', import.meta.url), [url])
  const stop = async () => {
    child.send('stop')
    const [counts] = await once(child, 'message')
    return counts
  }
  return { stop }
}
