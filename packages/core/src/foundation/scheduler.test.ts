import { abandoned, collect, createScheduler, inSteps, postponed, type Scheduler, withPermit } from './scheduler.js'
import { waitingSlice } from './waitingSlice.js'

interface Machine {
  readonly scheduler: Scheduler
  time: number
  tick(): Promise<void>
}

function machine(long = 2): Machine {
  const callbacks: (() => void)[] = []
  const state = {
    time: 0,
    tick: async () => {
      // Settles all promises before the next callback runs, as Node does.
      for (const callback of callbacks.splice(0)) {
        callback()
        for (let i = 0; i < 20; i++) await null
      }
    },
  }
  const scheduler = createScheduler({ now: () => state.time, nextSlice: callback => callbacks.push(callback), long })
  return Object.assign(state, { scheduler })
}

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  for (let i = 0; i < 20; i++) await null
  return isSettled
}

describe('a time slice', () => {
  it('is over after ten milliseconds', () => {
    const at = machine()
    expect(at.scheduler.isOver()).toBe(false)
    at.time = 10
    expect(at.scheduler.isOver()).toBe(false)
    at.time = 11
    expect(at.scheduler.isOver()).toBe(true)
  })

  it('is shared by all tasks of the process', () => {
    const at = machine()
    const [one, other] = [at.scheduler.begin(), at.scheduler.begin()]
    at.time = 6
    expect(one.isOver()).toBe(false)
    at.time = 12
    expect([one.isOver(), other.isOver()]).toEqual([true, true])
  })

  it('is not over for a task that has used less than a fifth of a slice', () => {
    const at = machine()
    at.scheduler.isOver()
    at.time = 12
    const task = at.scheduler.begin()
    at.time = 13.9
    expect([at.scheduler.isOver(), task.isOver()]).toEqual([true, false])
    at.time = 14.1
    expect(task.isOver()).toBe(true)
  })

  it('restarts after input and output were served', async () => {
    const at = machine()
    at.scheduler.isOver()
    at.time = 50
    await at.tick()
    expect(at.scheduler.isOver()).toBe(false)
  })

  it('is given to one task after another', async () => {
    const at = machine()
    const order: string[] = []
    for (const name of ['a', 'b', 'c']) void at.scheduler.next().then(() => order.push(name))
    await at.tick()
    expect(order).toEqual(['a'])
    await at.tick()
    await at.tick()
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('is given exclusively to one request, and the next requests get separate slices', async () => {
    const at = machine()
    const order: number[] = []
    for (const number of [1, 2, 3])
      void at.scheduler
        .begin()
        .exclusiveSlice()
        .then(() => order.push(number))
    await settled(Promise.resolve())
    expect(order).toEqual([1])
    await at.tick()
    expect(order).toEqual([1, 2])
    await at.tick()
    expect(order).toEqual([1, 2, 3])
  })

  it('is shared by short exclusive uses for a fifth of its length', async () => {
    const at = machine()
    const order: number[] = []
    const take = async (number: number) => {
      const leave = await at.scheduler.begin().exclusiveSlice()
      order.push(number)
      at.time += 0.8
      leave()
      // A second call of `leave` must have no effect.
      leave()
    }
    const taking = [1, 2, 3, 4, 5].map(take)
    await settled(Promise.resolve())
    await settled(Promise.resolve())
    expect(order).toEqual([1, 2, 3])
    await at.tick()
    await Promise.all(taking)
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  it('is given to short tasks first, but regularly to long ones too', async () => {
    const at = machine()
    const long = at.scheduler.begin()
    at.time = 20
    long.isOver()
    const short = [at.scheduler.begin(), at.scheduler.begin()]
    const order: string[] = []
    const use = (name: string) => () => {
      order.push(name)
      at.time += 3
    }
    void long.next().then(use('long'))
    for (const task of short) void task.next().then(use('short'))
    for (let i = 0; i < 3; i++) await at.tick()
    expect(order).toEqual(['short', 'long', 'short'])
  })

  it('is given to several short tasks until a fifth of it is used', async () => {
    const at = machine()
    const order: number[] = []
    const use = async (number: number) => {
      await at.scheduler.begin().next()
      order.push(number)
      at.time += 0.8
    }
    const using = [1, 2, 3, 4, 5].map(use)
    await at.tick()
    expect(order).toEqual([1, 2, 3])
    await at.tick()
    await Promise.all(using)
    expect(order).toEqual([1, 2, 3, 4, 5])
  })
})

async function longTask(at: Machine) {
  const task = at.scheduler.begin()
  await at.tick()
  task.isOver()
  at.time += 11
  task.isOver()
  return task
}

describe('a long request (docs/http-answers.md, Long requests)', () => {
  it('is one that used more than a time slice itself, not one that arrived late in the slice of others', async () => {
    const at = machine(1)
    const [greedy, modest] = [at.scheduler.begin(), at.scheduler.begin()]
    at.time = 30
    greedy.isOver()
    const late = at.scheduler.begin()
    at.time += 3
    expect(late.isOver()).toBe(true)
    const going = [greedy.next(), late.next()]
    modest.end()
    await at.tick()
    await at.tick()
    await Promise.all(going)
  })

  it('may be expected before it begins: then it takes a permit or is postponed immediately', () => {
    const at = machine(1)
    at.scheduler.begin().expectLong()
    let rejection: unknown
    try {
      at.scheduler.begin().expectLong()
    } catch (error) {
      rejection = error
    }
    expect(rejection).toBe(postponed)
    const writing = at.scheduler.begin()
    writing.prioritize()
    writing.expectLong()
  })

  it('is postponed if all permits are in use', async () => {
    const at = machine(1)
    const first = await longTask(at)
    const going = first.next()
    const second = await longTask(at)
    await expect(second.next()).rejects.toBe(postponed)
    await at.tick()
    await going
  })

  it('waits for a permit in a waiting slice instead of being postponed', async () => {
    const at = machine(1)
    const first = await longTask(at)
    void first.next()
    const continued = waitingSlice(await longTask(at)).next()
    await at.tick()
    expect(await settled(continued)).toBe(false)
    first.end()
    expect(await settled(continued)).toBe(true)
  })

  it('holds its permit until its result is delivered', async () => {
    const at = machine(1)
    const first = await longTask(at)
    void first.next()
    const second = await longTask(at)
    const permit = second.acquirePermit()
    expect(await settled(permit)).toBe(false)
    first.end()
    expect(await settled(permit)).toBe(true)
    const going = second.next()
    await at.tick()
    await going
  })

  it('releases its permit while it waits for its client', async () => {
    const at = machine(1)
    const first = await longTask(at)
    void first.next()
    const permit = (await longTask(at)).acquirePermit()
    first.releasePermit()
    expect(await settled(permit)).toBe(true)
    expect(at.scheduler.long()).toEqual({ running: 1, waiting: 0 })
  })

  it('gets permits in rotation of the addresses', async () => {
    const at = machine(1)
    const first = at.scheduler.begin(() => '192.0.2.1')
    first.expectLong()
    const order: string[] = []
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      const task = at.scheduler.begin(() => address)
      void task.acquirePermit().then(() => {
        order.push(address)
        task.end()
      })
    }
    first.end()
    await settled(Promise.resolve())
    expect(order).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.1'])
  })

  it('that writes for a member waits only for other such writes', async () => {
    const at = machine(1)
    at.scheduler.begin().expectLong()
    const [write, other] = [at.scheduler.begin(), at.scheduler.begin()]
    for (const task of [write, other]) task.joinWrites()
    write.expectLong()
    const permit = other.acquirePermit()
    expect(await settled(permit)).toBe(false)
    expect(at.scheduler.long()).toEqual({ running: 2, waiting: 1 })
    write.end()
    expect(await settled(permit)).toBe(true)
  })

  it('starts again with a permit after it was postponed', async () => {
    const at = machine(1)
    const first = await longTask(at)
    void first.next()
    await at.tick()
    const second = await longTask(at)
    const attempts: number[] = []
    const done = withPermit(second, async () => {
      attempts.push(at.time)
      await second.next()
      return 'done'
    })
    expect(await settled(done)).toBe(false)
    expect(attempts).toHaveLength(1)
    first.end()
    for (let i = 0; i < 3; i++) await at.tick()
    await expect(done).resolves.toBe('done')
    expect(attempts).toHaveLength(2)
  })

  it('is not postponed if others wait for it', async () => {
    const at = machine(1)
    const first = await longTask(at)
    void first.next()
    await at.tick()
    const writing = await longTask(at)
    writing.prioritize()
    const going = writing.next()
    await at.tick()
    await going
  })

  it('stops waiting if no caller waits for its result', async () => {
    const at = machine(1)
    const first = await longTask(at)
    void first.next()
    const second = await longTask(at)
    const permit = second.acquirePermit()
    second.abandon()
    await expect(permit).rejects.toBe(abandoned)
    await expect(second.next()).rejects.toBe(abandoned)
    const third = await longTask(at)
    const next = third.acquirePermit()
    first.end()
    await next
  })

  it('starts again if another task that it waited for has ended without a result', async () => {
    const at = machine(1)
    const task = at.scheduler.begin()
    const outcomes = [abandoned, postponed]
    const done = await withPermit(task, async () => {
      const outcome = outcomes.shift()
      if (outcome) throw outcome
      return 'done'
    })
    expect(done).toBe('done')
  })

  it('rejects with other errors unchanged', async () => {
    const task = machine().scheduler.begin()
    const failing = withPermit(task, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
  })
})

describe('loops', () => {
  const impatient = () => {
    const state = { pauses: 0 }
    const next = async () => {
      state.pauses += 1
    }
    return { state, slice: { isOver: () => true, next } }
  }

  it('collect items in chunks, with a pause after each', async () => {
    async function* chunks() {
      yield [1, 2]
      yield [3]
    }
    const { state, slice } = impatient()
    expect(await collect(chunks(), slice)).toEqual([1, 2, 3])
    expect(state.pauses).toBe(2)
  })

  it('run steps with a pause between them', async () => {
    function* steps(): Generator<undefined, string> {
      yield
      yield
      return 'done'
    }
    const { state, slice } = impatient()
    expect(await inSteps(steps(), slice)).toBe('done')
    expect(state.pauses).toBe(2)
  })
})
