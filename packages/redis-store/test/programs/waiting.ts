import { createInterface } from 'node:readline'
import { createClient } from 'redis'
import { say } from './memoizerAt.js'

/** Queries a server continuously. When it receives input, prints the longest response time in milliseconds. */
async function main(url = ''): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  let longest = 0
  let isOver = false
  createInterface(process.stdin)
    .on('line', () => {
      say(longest)
      longest = 0
    })
    .once('close', () => {
      isOver = true
    })
  say('ready')
  while (!isOver) {
    const begun = performance.now()
    await client.ping()
    longest = Math.max(longest, performance.now() - begun)
  }
  client.destroy()
}

void main(...process.argv.slice(2))
