import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createMemoizer } from '@plenum/memoize'
import { createLeases } from '@plenum/memoize/lease'
import { shareThroughRedis } from '../../src/shareThroughRedis.js'
import { say } from './memoizerAt.js'

/**
 * Runs a function with a lease of `lease` seconds. When a line of input arrives, calls the function, which reports the
 * computation and takes `milliseconds`.
 */
async function main(url = '', lease = '', milliseconds = ''): Promise<void> {
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
  const shared = shareThroughRedis({ url, prefix: 'lease', timeout: 5 })
  const memoizer = createMemoizer({ shared, leases: createLeases, lease: Number(lease) })
  const work = memoizer.memoize({ name: 'work' }, async () => {
    say('computing')
    await delay(Number(milliseconds))
    return process.pid
  })
  await shared.store.get({ name: 'other', digest: 'd' })
  say('ready')
  await lines.next()
  const begun = performance.now()
  const value = await work()
  say({ value, after: performance.now() - begun })
  await memoizer.settled()
  await shared.store.close()
  process.exit()
}

void main(...process.argv.slice(2))
