// Visitors and editors, in a process of their own.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** They ask until they are stopped, which tells how many requests there were of each kind, and how many failed. */
export function startVisitors(url) {
  const child = fork(new URL('crowd.mjs', import.meta.url), [url])
  const stop = async () => {
    child.send('stop')
    const [counts] = await once(child, 'message')
    return counts
  }
  return { stop }
}
