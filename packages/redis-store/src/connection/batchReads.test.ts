import { setImmediate as turn } from 'node:timers/promises'
import { batchReads } from './batchReads.js'

function watched() {
  const commands: (readonly string[])[] = []
  const read = batchReads(async keys => {
    commands.push(keys)
    if (keys.includes('broken')) throw new Error('refused')
    return keys.map(key => (key.startsWith('no') ? null : Buffer.from(key)))
  })
  const texts = async (...keys: string[]) => (await read(keys)).map(text => text?.toString() ?? null)
  return { commands, texts }
}

describe('keys that are read at the same time', () => {
  it('are read by one command without duplicates, and each caller gets the requested values', async () => {
    const { commands, texts } = watched()
    const results = await Promise.all([texts('a', 'b'), texts('nothing'), texts('a', 'c')])
    expect(results).toEqual([['a', 'b'], [null], ['a', 'c']])
    expect(commands).toEqual([['a', 'b', 'nothing', 'c']])
  })

  it('are read by one command after another read has just finished', async () => {
    const { commands, texts } = watched()
    await Promise.all(['a', 'b'].map(async key => [await texts(key), await texts(`${key} again`)]))
    expect(commands).toEqual([
      ['a', 'b'],
      ['a again', 'b again'],
    ])
  })

  it('are not combined with later reads', async () => {
    const { commands, texts } = watched()
    const first = texts('a')
    await turn()
    expect([await first, await texts('b')]).toEqual([['a'], ['b']])
    expect(commands).toEqual([['a'], ['b']])
  })

  it('are read by several commands if they are many', async () => {
    const { commands, texts } = watched()
    const keys = Array.from({ length: 250 }, (_, i) => `${i}`)
    expect(await Promise.all(keys.map(key => texts(key)))).toEqual(keys.map(key => [key]))
    expect(commands.map(of => of.length)).toEqual([100, 100, 50])
  })

  it('fail together, without affecting later reads', async () => {
    const { texts } = watched()
    const outcomes = await Promise.allSettled([texts('a'), texts('broken')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await texts('a')).toEqual(['a'])
  })
})
