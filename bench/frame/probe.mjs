// Preloaded into a measured program: reports its processor time and memory.
import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'

// Workers of a cluster need the channel for themselves.
if (isMainThread && !cluster.isWorker) {
  process.on('message', message => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.channel.unref()
  // A bench that fails leaves nothing behind.
  process.once('disconnect', () => process.exit(1))
}
