// Starts the process that sends the requests of visitors and editors.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts visitors and editors, who send requests until they are stopped. The returned function `stop` resolves to the
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
