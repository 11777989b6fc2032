import { memoizerAt, say } from './memoizerAt.js'

/**
 * Closes the store while it is in use, and prints the outcomes of the calls. Afterwards, nothing must keep the process
 * alive.
 */
async function main(url = '', pause = '0'): Promise<void> {
  const { memoizer, store } = memoizerAt({ url, timeout: 20 })
  const wait = async (): Promise<unknown> => pause !== '0' && new Promise(resolve => setTimeout(resolve, Number(pause)))
  const worked = memoizer.memoize({ name: 'work' }, async (x: number) => x)
  await wait()
  const calls = Promise.all(Array.from({ length: 100 }, (_, i) => worked(i)))
  const others = Promise.all([memoizer.status(), memoizer.invalidate('work'), memoizer.invalidate(null)])
  await wait()
  await store.close()
  await store.close()
  const values = await calls
  await others
  await memoizer.settled()
  const late = await worked(1000)
  const { kind } = await store.describe()
  say({ sum: values.reduce((a, b) => a + b), late, kind })
}

void main(...process.argv.slice(2))
