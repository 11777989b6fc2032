// Loaded before a program that is measured: tells its processor time and its memory.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('message', message => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.channel.unref()
}
