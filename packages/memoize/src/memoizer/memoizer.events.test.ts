import { channel } from 'node:diagnostics_channel'
import { memoizeInstances } from '@plenum/testkit'
import type { EventChannel, MemoizeEvent } from '../calls/memoizeEvents.js'
import { createMemoizer } from './memoizer.js'

describe('diagnostic events (docs/caching.md, Events)', () => {
  it('report lookups, computations, invalidations and the breaker, with times in seconds', async () => {
    const events: MemoizeEvent[] = []
    const instances = memoizeInstances()
    const a = instances.start({ options: { events: { hasSubscribers: true, publish: event => events.push(event) } } })
    const work = a.memoizer.memoize({ name: 'work' }, async () => {
      await new Promise<void>(resolve => instances.time.timer(500, resolve))
    })
    const first = work()
    await instances.time.advance(500)
    await first
    await work()
    await a.memoizer.invalidate('work')
    a.fault = 'down'
    void work()
    await instances.time.advance(500)
    const target = { kind: 'function', name: 'work' }
    expect(events).toEqual([
      { kind: 'outcome', function: 'work', outcome: 'shared-miss' },
      { kind: 'computed', function: 'work', seconds: 0.5, isFailed: false },
      { kind: 'outcome', function: 'work', outcome: 'shared-hit' },
      { kind: 'invalidated', target, isRemote: false, isPending: false },
      { kind: 'breaker', isOpen: true, reason: expect.stringContaining('ECONNREFUSED') },
      { kind: 'outcome', function: 'work', outcome: 'store-failed' },
      { kind: 'outcome', function: 'work', outcome: 'ram-miss' },
      { kind: 'computed', function: 'work', seconds: 0.5, isFailed: false },
    ])
  })

  it('can go to a channel of diagnostics_channel, and are not created without subscribers', async () => {
    const events = channel('plenum:memoize-test')
    const memoizer = createMemoizer({ events })
    const work = memoizer.memoize({ name: 'work' }, () => 1)
    await work()
    const kinds: string[] = []
    const note = (event: unknown) => void kinds.push((event as MemoizeEvent).kind)
    events.subscribe(note)
    await work()
    events.unsubscribe(note)
    expect(kinds).toEqual(['outcome'])
  })

  it('do not affect callers if a subscriber throws', async () => {
    const publish = () => {
      throw new Error('a broken subscriber')
    }
    const events: EventChannel = { hasSubscribers: true, publish }
    expect(await createMemoizer({ events }).memoize({ name: 'work' }, () => 1)()).toBe(1)
  })
})

describe('the options of a memoizer', () => {
  it('all have defaults', async () => {
    const work = createMemoizer().memoize({ name: 'work' }, (x: number) => x)
    expect([await work(1), await work(1)]).toEqual([1, 1])
    const { settings } = await createMemoizer({ settings: { ttl: 60 } }).status()
    expect(settings).toMatchObject({ ttl: 60, prefix: 'plenum' })
  })

  it('refuse impossible times, unknown settings and incomplete stores with a sentence', () => {
    const create = (options: object) => () => createMemoizer(options)
    const range = 'must be a number of seconds from 0 to 2000000'
    expect(create({ localFor: -1 })).toThrow(`The option localFor ${range}, not -1.`)
    expect(create({ staleFor: Number.POSITIVE_INFINITY })).toThrow(`The option staleFor ${range}, not Infinity.`)
    expect(create({ lease: '5' })).toThrow(`The option lease ${range}, not "5".`)
    expect(create({ settings: { tll: 5 } })).toThrow('tll: is not a setting.')
    expect(create({ shared: { store: {} } })).toThrow('"shared" must be the result of shareThrough')
    const { memoize, invalidate } = createMemoizer()
    expect(() => memoize({ name: 'f', localFor: Number.NaN }, () => 1)).toThrow(`The localFor of f ${range}, not NaN.`)
    expect(() => memoize({ name: 'f', lease: 5 }, () => 1)).toThrow('needs the option "leases"')
    // @ts-expect-error An omitted name must not invalidate everything.
    expect(invalidate()).rejects.toThrow('must be the name of a function, or null for all functions, not undefined.')
  })
})
