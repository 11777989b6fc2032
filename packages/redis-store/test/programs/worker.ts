import { createInterface } from 'node:readline'
import { memoizerAt, say } from './memoizerAt.js'

/**
 * Runs a process with a function that computes `value`. The process reads the commands `call`, `invalidate` and `end`
 * from its input.
 */
async function main(url = '', prefix = '', value = ''): Promise<void> {
  const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
  const { memoizer, store } = memoizerAt({ url, prefix, timeout: 5 })
  const worked = memoizer.memoize({ name: 'work' }, async () => {
    say('computing')
    await lines.next()
    return value
  })
  for (let message = await lines.next(); message.value !== 'end'; message = await lines.next()) {
    const answer = message.value === 'call' ? await worked() : await memoizer.invalidate('work')
    await memoizer.settled()
    say(answer)
  }
  await store.close()
}

void main(...process.argv.slice(2))
