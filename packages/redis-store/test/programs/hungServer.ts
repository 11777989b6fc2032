import { createInterface } from 'node:readline'
import { memoizerAt, say } from './memoizerAt.js'

/**
 * Uses a server until a message announces that the server hangs. Then calls continuously, and prints the growth of
 * memory in bytes.
 */

/** Returns the number of bytes in use after a garbage collection. */
function inUse(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Returns the growth in bytes after the last attempt to connect has ended. */
async function growthSince(before: number): Promise<number> {
  for (let waited = 0; waited < 5000 && inUse() > before + 1_000_000; waited += 100)
    await new Promise(resolve => setTimeout(resolve, 100))
  return inUse() - before
}

type Using = ReturnType<typeof memoizerAt>

function caller({ memoizer }: Using): (length: number) => Promise<void> {
  const worked = memoizer.memoize({ name: 'work' }, async (x: number) => ({ x }))
  let called = 0
  return async length => {
    await Promise.all(Array.from({ length }, () => worked(called++)))
    await memoizer.settled()
  }
}

async function growthOnceKnown(using: Using, callAtOnce: (length: number) => Promise<void>): Promise<void> {
  const before = inUse()
  await callAtOnce(2000)
  for (let round = 0; round < 4; round++) {
    using.skip(30_000)
    await callAtOnce(5000)
  }
  const grown = await growthSince(before)
  say({ grown, errors: (await using.memoizer.status()).functions.work?.counters.errors })
}

async function growthBeforeItIsKnown(callAtOnce: (length: number) => Promise<void>): Promise<void> {
  const before = inUse()
  await callAtOnce(10_000)
  say({ grown: await growthSince(before) })
}

async function main(url = ''): Promise<void> {
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
  const using = memoizerAt({ url, timeout: 0.25 })
  const unwarned = memoizerAt({ url, timeout: 0.25, threshold: Number.POSITIVE_INFINITY })
  const [callOne, callOther] = [caller(using), caller(unwarned)]
  await callOne(100)
  await callOther(100)
  say('ready')
  await lines.next()
  await growthBeforeItIsKnown(callOther)
  await growthOnceKnown(using, callOne)
  await using.store.close()
  await unwarned.store.close()
}

void main(...process.argv.slice(2))
