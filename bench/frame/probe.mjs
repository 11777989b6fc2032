// Reports CPU time and memory. This module is preloaded into a measured program.
import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && !cluster.isWorker) {
  process.on('message', message => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.channel.unref()
  // Ends this process when the benchmark disconnects, for example after a failure.
  process.once('disconnect', () => process.exit(1))
}
