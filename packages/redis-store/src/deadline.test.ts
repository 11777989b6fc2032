import { DeadlineError, withinDeadline } from './deadline.js'

const after = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise(resolve => setTimeout(() => resolve(value), milliseconds))

const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('a deadline', () => {
  it('lets through what ends in time, and what fails in time', async () => {
    expect(await withinDeadline(after(1, 'done'), 1000)).toBe('done')
    await expect(withinDeadline(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken')
  })

  it('ends what does not, for ever pending or late', async () => {
    const begun = performance.now()
    await expect(withinDeadline(new Promise(() => {}), 50)).rejects.toThrow(DeadlineError)
    await expect(withinDeadline(after(500, 'late'), 50)).rejects.toThrow('50 ms')
    expect(performance.now() - begun).toBeLessThan(400)
  })

  it('does not misfire when our own event loop stalls (docs/caching.md, Deadlines)', async () => {
    for (let round = 0; round < 3; round++) {
      const answer = withinDeadline(new Promise(resolve => setImmediate(() => resolve('there'))), 10)
      block(50)
      expect(await answer).toBe('there')
    }
  })

  it('does not misfire when the stall comes before anything was asked', async () => {
    for (let round = 0; round < 3; round++) {
      const asking = after(0, null).then(() => after(20, 'there'))
      const answer = withinDeadline(asking, 100)
      block(150)
      expect(await answer).toBe('there')
    }
  })

  it('does not misfire when the stall comes at the end of the time, and the answer lies behind it (docs/caching.md, Deadlines)', async () => {
    let arrive = (_: string): void => {}
    const answer = withinDeadline(new Promise<string>(resolve => (arrive = resolve)), 500)
    await after(430, null)
    // As in what an answer to another leads to: timers have their turn before what is read next.
    setImmediate(() => {
      setImmediate(() => arrive('there'))
      block(150)
    })
    expect(await answer).toBe('there')
  })

  it('leaves no unhandled rejection when the work fails later', async () => {
    const failing = after(30, null).then(() => {
      throw new Error('too late')
    })
    await expect(withinDeadline(failing, 5)).rejects.toThrow(DeadlineError)
    await after(60, null)
  })
})
