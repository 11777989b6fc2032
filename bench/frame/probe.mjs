// This module is preloaded into a measured program, and reports its processor time and memory.
import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && !cluster.isWorker) {
  process.on('message', message => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.channel.unref()
  // This process ends when the benchmark disconnects, for example because it failed, so that it is not left behind.
  process.once('disconnect', () => process.exit(1))
}
