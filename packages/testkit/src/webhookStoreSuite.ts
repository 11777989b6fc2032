import assert from 'node:assert/strict'
import type { ContentStore, Delivery, Webhook, WebhookStore } from '@plenum/core/ports'
import { maxEnded } from '@plenum/core/ports'
import { type Cases, type Runner, runCases } from './runner.js'

interface Stores {
  readonly webhooks: WebhookStore
  /** The store whose change feed contains the events that webhooks deliver. */
  readonly content: ContentStore
}

export const buildWebhook = (id: string, values: Partial<Webhook> = {}): Webhook => ({
  id,
  title: '',
  address: 'https://hooks.example/ünï?a=1',
  secrets: [{ secret: 'whsec_AAAA', ends: null }],
  filter: { kinds: ['added'], types: [], workflows: [], path: '/' },
  isPaused: false,
  position: 3,
  failures: 0,
  retryAt: 0,
  created: 1_700_000_000_123,
  creator: 'ana',
  ...values,
})

const buildDelivery = (id: string, values: Partial<Delivery> = {}): Delivery => ({
  id,
  webhook: 'a',
  kind: 'added',
  position: 4,
  body: '{"ü":"\\u0000 😀"}',
  created: 1000,
  since: 1000,
  state: 'waiting',
  due: 1000,
  attempts: 0,
  last: null,
  ...values,
})

async function fill({ webhooks }: Stores, deliveries: readonly Delivery[]): Promise<void> {
  await webhooks.change(() => ({ webhooks: [buildWebhook('a'), buildWebhook('b')], deliveries }))
}

const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ id }) => id)

const pageOf = async ({ webhooks }: Stores, query: Partial<Parameters<WebhookStore['deliveries']>[0]> = {}) => {
  const { items, total } = await webhooks.deliveries({ webhook: 'a', start: 0, size: 100, ...query })
  return [...idsOf(items), total]
}

const cases: Cases<Stores> = {
  'a new store is empty': async ({ webhooks }) => {
    assert.deepEqual(await webhooks.webhooks(), [])
    assert.deepEqual(await webhooks.deliveries({ webhook: 'a', start: 0, size: 10 }), { items: [], total: 0 })
    assert.equal(await webhooks.delivery('a', 'x'), null)
    assert.equal(await webhooks.dueDelivery('a', 1e15), null)
    assert.equal((await webhooks.counts()).size, 0)
  },

  'webhooks are returned as they were stored, in the order of their creation': async ({ webhooks }) => {
    const [b, a] = [buildWebhook('b', { position: null, secrets: [] }), buildWebhook('a', { isPaused: true })]
    await webhooks.change(() => ({ webhooks: [b] }))
    await webhooks.change(() => ({ webhooks: [a] }))
    assert.deepEqual(await webhooks.webhooks(), [b, a])
    const changed = { ...b, title: 'Changed', position: 9 }
    await webhooks.change(current => ({ webhooks: current.filter(({ id }) => id === 'b').map(() => changed) }))
    assert.deepEqual(await webhooks.webhooks(), [changed, a])
  },

  'concurrent changes are not lost': async ({ webhooks }) => {
    await webhooks.change(() => ({ webhooks: [buildWebhook('a', { failures: 0 })] }))
    const count = () =>
      webhooks.change(([webhook]) => ({ webhooks: webhook ? [{ ...webhook, failures: webhook.failures + 1 }] : [] }))
    await Promise.all(Array.from({ length: 20 }, count))
    assert.equal((await webhooks.webhooks())[0]?.failures, 20)
  },

  'a change that throws writes nothing': async stores => {
    await fill(stores, [buildDelivery('1')])
    const fail = (): never => {
      throw new Error('refused')
    }
    await assert.rejects(stores.webhooks.change(fail), /refused/)
    assert.equal((await stores.webhooks.webhooks()).length, 2)
  },

  'deliveries are listed newest first, by state and in pages': async stores => {
    const states = ['waiting', 'delivered', 'parked', 'waiting'] as const
    await fill(
      stores,
      states.map((state, i) => buildDelivery(`${i}`, { state })),
    )
    await stores.webhooks.change(() => ({ deliveries: [buildDelivery('other', { webhook: 'b' })] }))
    assert.deepEqual(await pageOf(stores), ['3', '2', '1', '0', 4])
    assert.deepEqual(await pageOf(stores, { state: 'waiting' }), ['3', '0', 2])
    assert.deepEqual(await pageOf(stores, { start: 1, size: 2 }), ['2', '1', 4])
    assert.deepEqual(await pageOf(stores, { size: 0 }), [4])
    const counts = await stores.webhooks.counts()
    assert.deepEqual([counts.get('a'), counts.get('b')], [{ waiting: 2, delivered: 1, parked: 1 }, { waiting: 1 }])
  },

  'a delivery is returned as it was stored, and replaced at the same position': async stores => {
    await fill(stores, [buildDelivery('1'), buildDelivery('2')])
    assert.deepEqual(await stores.webhooks.delivery('a', '1'), buildDelivery('1'))
    assert.equal(await stores.webhooks.delivery('b', '1'), null)
    const last = { time: 2000, status: 500, error: 'status', milliseconds: 12 } as const
    const failed = buildDelivery('1', { attempts: 1, due: 9000, last })
    await stores.webhooks.change(() => ({ deliveries: [failed] }))
    assert.deepEqual(await stores.webhooks.delivery('a', '1'), failed)
    assert.deepEqual(await pageOf(stores), ['2', '1', 2])
  },

  'the oldest waiting delivery that is due comes first': async stores => {
    await fill(stores, [
      buildDelivery('ended', { state: 'delivered' }),
      buildDelivery('later', { due: 5000 }),
      buildDelivery('first', { due: 2000 }),
      buildDelivery('second', { due: 1000 }),
    ])
    const due = async (now: number) => (await stores.webhooks.dueDelivery('a', now))?.id
    assert.deepEqual(
      [await due(999), await due(1000), await due(2000), await due(5000)],
      [undefined, 'second', 'first', 'later'],
    )
  },

  'overdue deliveries are those whose retry period began before a time': async stores => {
    await fill(stores, [
      buildDelivery('old', { since: 10 }),
      buildDelivery('ended', { since: 10, state: 'parked' }),
      buildDelivery('repeated', { since: 500 }),
    ])
    assert.deepEqual(idsOf(await stores.webhooks.overdueDeliveries('a', 500)), ['old'])
  },

  'deliveries of missing webhooks are ignored, and those of a deleted webhook are deleted': async stores => {
    await fill(stores, [buildDelivery('1'), buildDelivery('2', { webhook: 'none' })])
    assert.equal(await stores.webhooks.delivery('none', '2'), null)
    await stores.webhooks.change(() => ({ removed: ['a', 'none'] }))
    assert.deepEqual(await pageOf(stores), [0])
    assert.deepEqual(
      (await stores.webhooks.webhooks()).map(({ id }) => id),
      ['b'],
    )
  },

  'the oldest ended deliveries are deleted, and waiting ones never': async stores => {
    const ended = Array.from({ length: maxEnded }, (_, i) => buildDelivery(`e${i}`, { state: 'delivered' }))
    await fill(stores, [buildDelivery('waiting'), ...ended])
    await stores.webhooks.change(() => ({ deliveries: [buildDelivery('new', { state: 'parked' })] }))
    assert.deepEqual(await stores.webhooks.delivery('a', 'e0'), null)
    assert.equal((await stores.webhooks.delivery('a', 'e1'))?.id, 'e1')
    assert.equal((await stores.webhooks.delivery('a', 'waiting'))?.id, 'waiting')
    assert.deepEqual((await stores.webhooks.counts()).get('a'), { waiting: 1, delivered: maxEnded - 1, parked: 1 })
  },

  'one holder has the lease, until it gives it back': async ({ webhooks }) => {
    assert.equal(await webhooks.lease('one', 60_000), true)
    assert.equal(await webhooks.lease('other', 60_000), false)
    assert.equal(await webhooks.lease('one', 60_000), true)
    await webhooks.release('other')
    assert.equal(await webhooks.lease('other', 60_000), false)
    await webhooks.release('one')
    assert.equal(await webhooks.lease('other', 60_000), true)
    assert.equal(await webhooks.lease('one', 60_000), false)
  },

  'one of several concurrent holders gets the lease': async ({ webhooks }) => {
    const holders = Array.from({ length: 10 }, (_, i) => webhooks.lease(`holder ${i}`, 60_000))
    assert.equal((await Promise.all(holders)).filter(Boolean).length, 1)
  },

  'a change is written only while its holder has the lease': async ({ webhooks }) => {
    const add = (holder: string) => webhooks.change(() => ({ holder, webhooks: [buildWebhook(holder)] }))
    assert.equal(await add('one'), false)
    await webhooks.lease('one', 60_000)
    assert.equal(await add('other'), false)
    assert.equal(await add('one'), true)
    assert.deepEqual(
      (await webhooks.webhooks()).map(({ id }) => id),
      ['one'],
    )
  },

  'the events of a change are added to the change feed': async ({ webhooks, content }) => {
    const event = { kind: 'settings', actor: 'ana', time: 5, object: null, details: { webhook: 'a' } } as const
    await webhooks.change(() => ({ webhooks: [buildWebhook('a')], events: [event] }))
    const events = await content.read(reader => reader.events({ limit: 10 }))
    assert.deepEqual(
      events.map(one => one.event),
      [{ ...event, position: 1 }],
    )
  },

  'changes without events leave the state of the content as it is': async stores => {
    const { content } = await stores.content.state()
    await fill(stores, [buildDelivery('1')])
    assert.equal((await stores.content.state()).content, content)
  },
}

/**
 * Tests leases whose holders have stopped. The tests do not apply to the in-memory store, which is used by a single
 * process.
 */
const expiryCases: Cases<Stores> = {
  'a lease ends after its time': async ({ webhooks }) => {
    await webhooks.lease('one', 200)
    const startedAt = performance.now()
    while (!(await webhooks.lease('other', 60_000))) assert.ok(performance.now() - startedAt < 10_000)
    assert.equal(await webhooks.change(() => ({ holder: 'one', webhooks: [buildWebhook('a')] })), false)
    assert.equal(await webhooks.lease('one', 60_000), false)
  },
}

/** Defines the tests for a WebhookStore. `isShared` means that several processes can use the store. */
export function webhookStoreSuite(
  runner: Runner,
  name: string,
  open: () => Promise<Stores & { close(): Promise<void> }>,
  isShared = true,
): void {
  const opened = async () => {
    const stores = await open()
    return { subject: stores, close: stores.close }
  }
  runner.describe(name, () => runCases(runner, isShared ? { ...cases, ...expiryCases } : cases, opened))
}
