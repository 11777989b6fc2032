import assert from 'node:assert/strict'
import type { Address, SharedStore, StoreFault } from '@plenum/memoize'
import { type Cases, type Runner, runCases } from './runner.js'

/** An empty store, and functions that make its server fail. */
export interface OpenedRemoteStore {
  readonly store: SharedStore
  /** The timeout of a request, in milliseconds. */
  readonly timeout: number
  /** After this call, the server accepts requests but does not respond. */
  hang(): void
  /** After this call, the server responds again, first to pending requests. */
  goOn(): void
  elapse(milliseconds: number): Promise<void>
  /**
   * Opens an additional store whose server refuses all logins and, if possible, repeats the password in its messages.
   */
  openRefused(): Promise<{ readonly store: SharedStore; readonly password: string }>
  /** Closes the store, and the store from `openRefused` if it has been opened. */
  close(): Promise<void>
}

type Method = 'get' | 'set' | 'invalidate' | 'describe' | 'ping'

const at = (name: string): Address => ({ name, digest: 'd' })
const methods: readonly Method[] = ['get', 'set', 'invalidate', 'describe', 'ping']

/** The interval between checks, and the tolerance for deadlines on a busy machine, in milliseconds. */
const [step, slack] = [50, 200]

function deadlinesOf(timeout: number): Readonly<Record<Method, number>> {
  return {
    get: timeout,
    set: timeout,
    invalidate: Math.max(timeout, 10_000),
    describe: Math.max(timeout, 1000),
    ping: 1000,
  }
}

const storedValue = (token: string, byte: number) => ({ payload: Uint8Array.of(byte), token, lifetime: 3_600_000 })

async function put(store: SharedStore, name: string, byte: number): Promise<string> {
  const read = await store.get(at(name))
  assert.ok('token' in read, `no token: ${JSON.stringify(read)}`)
  assert.deepEqual(await store.set(at(name), storedValue(read.token, byte)), { kind: 'stored' })
  return read.token
}

function requestAll(store: SharedStore, token: string): Readonly<Record<Method, Promise<object>>> {
  return {
    get: store.get(at('f')),
    set: store.set(at('f'), storedValue(token, 9)),
    invalidate: store.invalidate('f'),
    describe: store.describe(),
    ping: store.ping(0),
  }
}

interface Ended {
  readonly outcome: object
  readonly after: number
}

/** Returns the outcome and the end time of each request. If a request rejects, its outcome is `rejected`. */
async function endsOf(
  pending: Readonly<Record<Method, Promise<object>>>,
  { timeout, elapse }: Pick<OpenedRemoteStore, 'timeout' | 'elapse'>,
): Promise<Partial<Record<Method, Ended>>> {
  const ended: Partial<Record<Method, Ended>> = {}
  let passed = 0
  const note = (method: Method) => (outcome: object) => {
    ended[method] = { outcome, after: passed }
  }
  for (const method of methods) pending[method].then(note(method), error => note(method)({ kind: 'rejected', error }))
  const last = Math.max(...Object.values(deadlinesOf(timeout))) + slack
  for (; passed <= last && Object.keys(ended).length < methods.length; passed += step) await elapse(step)
  return ended
}

function checkReason(outcome: object): void {
  const { kind, reason } = outcome as StoreFault
  assert.equal(kind, 'unavailable', JSON.stringify(outcome))
  assert.ok(reason.length > 0 && reason.length <= 200 && !reason.endsWith('.'), reason)
}

const cases: Cases<OpenedRemoteStore> = {
  'each unanswered request ends in time as unavailable (docs/caching.md, Deadlines)': async opened => {
    const token = await put(opened.store, 'f', 1)
    opened.hang()
    const ended = await endsOf(requestAll(opened.store, token), opened)
    const deadlines = deadlinesOf(opened.timeout)
    for (const method of methods) {
      const { outcome = {}, after = Number.POSITIVE_INFINITY } = ended[method] ?? {}
      assert.ok(after <= deadlines[method] + slack, `${method} ended after ${after} ms`)
      checkReason(outcome)
    }
    const { outcome } = ended.describe ?? {}
    assert.ok(outcome && 'latency' in outcome && Number(outcome.latency) <= deadlines.describe + slack)
  },

  'concurrent first requests end in time too': async ({ store, timeout, hang, elapse }) => {
    await put(store, 'f', 1)
    hang()
    let ended = 0
    const reads = Array.from({ length: 50 }, async (_, i) => {
      const read = await store.get(at(`new-${i}`))
      ended++
      return read
    })
    for (let passed = 0; passed < timeout + slack; passed += step) await elapse(step)
    assert.equal(ended, reads.length)
    for (const read of await Promise.all(reads)) checkReason(read)
  },

  'a late reply is not used for the next request, and the store is used again': async opened => {
    const { store, timeout, hang, goOn, elapse } = opened
    const token = await put(store, 'f', 1)
    const other = await put(store, 'g', 2)
    hang()
    const late = requestAll(store, token)
    for (let passed = 0; passed < timeout + slack; passed += step) await elapse(step)
    goOn()
    checkReason(await late.get)
    let read = await store.get(at('g'))
    for (let tries = 0; read.kind === 'unavailable' && tries < 100; tries++) {
      await elapse(step)
      read = await store.get(at('g'))
    }
    assert.deepEqual('payload' in read ? { ...read, payload: [...read.payload] } : read, {
      kind: 'hit',
      payload: [2],
      token: other,
    })
  },

  'no reason contains a secret of the address, with any text of the server (docs/caching.md, Settings of the cache)':
    async ({ timeout, elapse, openRefused }) => {
      const { store, password } = await openRefused()
      const ended = await endsOf(requestAll(store, 'A'.repeat(22)), { timeout, elapse })
      for (const method of methods) {
        const { outcome = {} } = ended[method] ?? {}
        checkReason(outcome)
        assert.ok(!JSON.stringify(outcome).includes(password), `${method}: ${JSON.stringify(outcome)}`)
      }
    },
}

/** Defines the tests of server failures for a SharedStore with a server. The suite closes each store that it opens. */
export function remoteStoreSuite(runner: Runner, name: string, open: () => Promise<OpenedRemoteStore>): void {
  runner.describe(name, () =>
    runCases(runner, cases, async () => {
      const subject = await open()
      return { subject, close: subject.close }
    }),
  )
}
