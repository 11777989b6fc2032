// A child process that runs `plenum serve` on a data directory. Reports its CPU time and how long its event loop
// was blocked.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { main } from '../packages/server/dist/main.js'

const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address()
probe.close()
await once(probe, 'close')
Object.assign(process.env, { PORT: String(port), DATA_DIR: process.argv[2], HOST: '127.0.0.1' })
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', message => {
  if (message === 'wait') {
    process.send({ wait: delay.max / 1e6 })
    delay.reset()
  }
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
  if (message === 'stop') process.emit('SIGTERM')
})
// Ends this process if the benchmark fails.
process.once('disconnect', () => process.exit())
const running = main(['node', 'plenum', 'serve'])
for (;;) {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
  if (answer) break
  await new Promise(resolve => setTimeout(resolve, 50))
}
process.send({ port })
process.exitCode = await running
process.disconnect()
