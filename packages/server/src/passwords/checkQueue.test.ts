import { DomainError } from '@plenum/core'
import { checkQueue } from './checkQueue.js'

/** Pieces of work that end when a test says so, and how many of them run. */
function works() {
  const ends: ((failure?: Error) => void)[] = []
  const begin = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length
      ends.push(failure => (failure ? reject(failure) : resolve(number)))
    })
  return { begin, ends }
}

/** Until all that can go on has done so. */
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('password checks (decisions, section 9: Logins that fail)', () => {
  it('run so many at a time, in the order in which they came', async () => {
    const { begin, ends } = works()
    const inTurn = checkQueue(2, 32)
    const answers = [1, 2, 3, 4].map(() => inTurn(begin))
    await settled()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await settled()
    expect(ends).toHaveLength(3)
    for (const i of [0, 2]) ends[i]?.()
    await settled()
    ends[3]?.()
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 3])
  })

  it('are busy when too many wait, and say when to come back', async () => {
    const { begin, ends } = works()
    const inTurn = checkQueue(1, 2)
    const taken = [1, 2, 3].map(() => inTurn(begin))
    const refusal: unknown = await inTurn(begin).catch((error: unknown) => error)
    if (!(refusal instanceof DomainError)) throw refusal
    expect([refusal.code, refusal.message]).toEqual(['busy', expect.stringContaining('More than 2')])
    expect([1, 2, 3, 4, 5]).toContain(refusal.details.retryAfter)
    for (let i = 0; i < 3; i++) {
      await settled()
      ends[i]?.()
    }
    await Promise.all(taken)
  })

  it('that fail give their place back', async () => {
    const { begin, ends } = works()
    const inTurn = checkQueue(1, 2)
    const [failing, next] = [inTurn(begin), inTurn(begin)]
    ends[0]?.(new Error('broken'))
    await expect(failing).rejects.toThrow('broken')
    await settled()
    ends[1]?.()
    expect(await next).toBe(1)
  })
})
