// A child process that runs the service for a site with 10,000 objects. Reports its memory use and its open files on
// request.
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createApp, createServer, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { openLargeBodies } from '@plenum/server'
import { manager, openSite, requestDefaults } from '../site.mjs'

/** Returns the number of open file descriptors, except for sockets, which belong to clients. */
function descriptors() {
  return readdirSync('/proc/self/fd').filter(fd => {
    try {
      return !readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length
}

async function figures() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heapUsed, external, descriptors: descriptors() }
}

const { site, store, close } = await openSite(Number(process.argv[2] ?? 10_000))
await site.createUser({
  username: 'editor',
  email: 'editor@example.org',
  password: 'Secret-password-1',
  roles: ['Editor', 'Contributor'],
})

/**
 * `forgetPeak` resets the peak memory of the process, and `peakMemory` returns it in bytes. The system records the peak
 * even while the event loop of the process is blocked.
 */
const forgetPeak = () => writeFileSync('/proc/self/clear_refs', '5')
const peakMemory = () => 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1])
let most = 0
setInterval(() => {
  most = Math.max(most, descriptors())
}, 25)

const faults = []
const bodies = openLargeBodies()
// Starts the worker threads that process large bodies and long HTML, so that the measurement does not include their
// start.
await bodies.parse(Buffer.from('{}'), { levels: 64, others: 100 })
await site.run('editContent', {
  ...requestDefaults,
  path: '/',
  caller: manager,
  input: () => ({ body: { blocks: { a: { '@type': 'html', html: '<p>a</p>'.repeat(3000) } } } }),
})
// Opens all database readers before the measurement, because they remain open afterwards and use memory.
await Promise.all(
  Array.from({ length: 8 }, () => store.content.read(() => new Promise(resolve => setTimeout(resolve, 10)))),
)
/** The connection limits. With `--addresses-count`, the loopback address is limited like any other address. */
const limits = process.argv.includes('--addresses-count') ? { isShared: () => false } : {}
const app = createApp(
  site,
  {
    onError: error => faults.push(String(error?.stack ?? error)),
    parseLargeBody: bodies.parse,
    routes: feedRoutes(feeds),
  },
  limits,
)
const server = createServer(app, {}, limits)
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', async message => {
  if (message === 'begin') {
    const before = await figures()
    forgetPeak()
    most = before.descriptors
    faults.splice(0)
    process.send(before)
  }
  if (message === 'end') process.send({ peak: peakMemory(), ...(await figures()), most, faults: faults.splice(0) })
})
process.once('SIGTERM', async () => {
  server.close()
  server.closeAllConnections()
  await close()
  process.exit()
})
