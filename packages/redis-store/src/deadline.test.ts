import { DeadlineError, withinDeadline } from './deadline.js'

const after = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise(resolve => setTimeout(() => resolve(value), milliseconds))

const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('a deadline', () => {
  it('passes on results and errors that arrive in time', async () => {
    expect(await withinDeadline(after(1, 'done'), 1000)).toBe('done')
    await expect(withinDeadline(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken')
  })

  it('rejects a task that is late or never ends', async () => {
    await expect(withinDeadline(new Promise(() => {}), 50)).rejects.toThrow(DeadlineError)
    let arrive = (_: string): void => {}
    await expect(withinDeadline(new Promise(resolve => (arrive = resolve)), 50)).rejects.toThrow('50 ms')
    arrive('late')
  })

  it('does not expire early when the event loop stalls (docs/caching.md, Deadlines)', async () => {
    for (let round = 0; round < 3; round++) {
      const answer = withinDeadline(new Promise(resolve => setImmediate(() => resolve('there'))), 10)
      block(50)
      expect(await answer).toBe('there')
    }
  })

  it('does not expire early if the stall precedes the request', async () => {
    for (let round = 0; round < 3; round++) {
      const asking = after(0, null).then(() => after(20, 'there'))
      const answer = withinDeadline(asking, 100)
      block(150)
      expect(await answer).toBe('there')
    }
  })

  it('does not expire if the stall ends the period and the answer is already waiting (docs/caching.md, Deadlines)', async () => {
    let arrive = (_: string): void => {}
    const answer = withinDeadline(new Promise<string>(resolve => (arrive = resolve)), 500)
    await after(430, null)
    // The callbacks simulate a reply that arrives while the process is blocked, and is delivered in the next event loop
    // iteration.
    setImmediate(() => {
      setImmediate(() => arrive('there'))
      block(150)
    })
    expect(await answer).toBe('there')
  })

  it('leaves no timer after a task that has ended or failed in time', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    await withinDeadline(Promise.resolve('done'), 60_000)
    await withinDeadline(Promise.reject(new Error('broken')), 60_000).catch(() => {})
    expect(timers()).toBe(before)
  })

  it('leaves no unhandled rejection if the task fails later', async () => {
    let fail = (_: Error): void => {}
    const failing = new Promise((_, reject) => (fail = reject))
    await expect(withinDeadline(failing, 5)).rejects.toThrow(DeadlineError)
    fail(new Error('too late'))
    await after(10, null)
  })
})

describe('a deadline of 250 ms with a manual clock', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  const slice = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

  function begin() {
    let end = (_: string): void => {}
    const late: number[] = []
    const task = new Promise<string>(resolve => (end = resolve))
    const outcome = withinDeadline(task, 250, ({ milliseconds }) => late.push(milliseconds))
    const settled = outcome.catch((error: Error) => error.message)
    return { outcome: settled, end: (value: string) => end(value), late }
  }

  it('expires then, and only once, regardless of the task', async () => {
    const { outcome, end, late } = begin()
    jest.advanceTimersByTime(249)
    await slice()
    expect(late).toEqual([])
    jest.advanceTimersByTime(2)
    expect(late).toEqual([250])
    end('done')
    expect(await outcome).toBe('no answer within 250 ms')
    expect([late, jest.getTimerCount()]).toEqual([[250], 0])
  })

  it.each([1, 2, 3, 4, 5])(
    'is met by an answer that waited behind a stall in part %i of the period (docs/caching.md, Deadlines)',
    async part => {
      const { outcome, end, late } = begin()
      for (let passed = 0; passed < part; passed++) jest.advanceTimersToNextTimer()
      end('done')
      await slice()
      jest.advanceTimersToNextTimer()
      expect([await outcome, late]).toEqual(['done', []])
    },
  )
})
