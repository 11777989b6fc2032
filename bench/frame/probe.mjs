// Preloaded into a measured program, whose processor time and memory it reports.
import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

// Cluster workers need the channel for themselves.
if (isMainThread && !cluster.isWorker) {
  process.on('message', message => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.channel.unref()
  // The program ends when the bench fails, so that nothing is left behind.
  process.once('disconnect', () => process.exit(1))
}
