import assert from 'node:assert/strict'
import type { ContentStore, MailStore, QueuedMail } from '@plenum/core/ports'
import { maxEndedMails } from '@plenum/core/ports'
import { type Cases, type Runner, runCases } from './runner.js'

interface Stores {
  readonly mails: MailStore
  /** The store whose commits add emails to the queue. */
  readonly content: ContentStore
}

/** Builds an email with the given id. By default, all other properties have fixed values. */
export const buildMail = (id: string, values: Partial<QueuedMail> = {}): QueuedMail => ({
  id,
  event: '/',
  release: 1,
  presenter: 'ädä 😀',
  sessions: ['a', 'b'],
  omitted: 0,
  created: 1_700_000_000_123,
  since: null,
  state: 'waiting',
  due: 1000,
  attempts: 0,
  unconfirmed: 0,
  last: null,
  ...values,
})

async function add({ content }: Stores, ...mails: readonly QueuedMail[]): Promise<void> {
  assert.deepEqual(await content.commit({ mails }), { ok: true })
}

const idsIn = async ({ mails }: Stores, query: Partial<Parameters<MailStore['mails']>[0]> = {}) => {
  const { items, total } = await mails.mails({ start: 0, size: 100, ...query })
  return [...items.map(({ id }) => id), total]
}

const cases: Cases<Stores> = {
  'a new outbox is empty': async stores => {
    assert.deepEqual(await idsIn(stores), [0])
    assert.equal(await stores.mails.mail('x'), null)
    assert.equal(await stores.mails.dueMail(1e15), null)
    assert.deepEqual(await stores.mails.counts(), {})
  },

  'emails are returned as they were added, newest first, by state and in pages': async stores => {
    const states = ['waiting', 'sent', 'failed', 'skipped', 'waiting'] as const
    await add(stores, ...states.map((state, i) => buildMail(`${i}`, { state })))
    await add(stores, buildMail('last', { sessions: [], omitted: 3, since: 5 }))
    assert.deepEqual(await stores.mails.mail('1'), buildMail('1', { state: 'sent' }))
    assert.deepEqual(await stores.mails.mail('last'), buildMail('last', { sessions: [], omitted: 3, since: 5 }))
    assert.deepEqual(await idsIn(stores), ['last', '4', '3', '2', '1', '0', 6])
    assert.deepEqual(await idsIn(stores, { state: 'waiting' }), ['last', '4', '0', 3])
    assert.deepEqual(await idsIn(stores, { start: 1, size: 2 }), ['4', '3', 6])
    assert.deepEqual(await idsIn(stores, { size: 0 }), [6])
    assert.deepEqual(await stores.mails.counts(), { waiting: 3, sent: 1, failed: 1, skipped: 1 })
  },

  'a refused commit adds no email': async stores => {
    const refused = await stores.content.commit({
      expects: [{ uid: 'none', revision: 1 }],
      mails: [buildMail('1')],
    })
    assert.deepEqual(refused, { ok: false, reason: 'gone' })
    assert.deepEqual(await idsIn(stores), [0])
  },

  'the waiting email that has been due for the longest time comes first': async stores => {
    await add(
      stores,
      buildMail('ended', { state: 'sent', due: 1 }),
      buildMail('late', { due: 5000 }),
      buildMail('second', { due: 2000 }),
      buildMail('first', { due: 1000 }),
      buildMail('same', { due: 1000 }),
    )
    const due = async (now: number) => (await stores.mails.dueMail(now))?.id
    assert.deepEqual([await due(999), await due(1000), await due(9000)], [undefined, 'first', 'first'])
    await stores.mails.replace(buildMail('first', { due: 3000 }))
    assert.deepEqual([await due(1000), await due(2000)], ['same', 'same'])
    await stores.mails.replace(buildMail('same', { state: 'failed' }))
    assert.deepEqual([await due(1999), await due(2000)], [undefined, 'second'])
  },

  'an email is replaced at the same position, and a missing email is not created': async stores => {
    await add(stores, buildMail('1'), buildMail('2'))
    const last = { time: 2000, reason: 'server', detail: '451 "later"' } as const
    const failed = buildMail('1', { attempts: 1, since: 2000, due: 9000, unconfirmed: 1, last })
    assert.equal(await stores.mails.replace(failed), true)
    assert.deepEqual(await stores.mails.mail('1'), failed)
    assert.deepEqual(await idsIn(stores), ['2', '1', 2])
    assert.equal(await stores.mails.replace(buildMail('none')), false)
    assert.deepEqual(await idsIn(stores), ['2', '1', 2])
  },

  'replacing an email leaves the state of the content as it is': async stores => {
    await add(stores, buildMail('1'))
    const { content } = await stores.content.state()
    await stores.mails.replace(buildMail('1', { state: 'sent' }))
    assert.equal((await stores.content.state()).content, content)
  },

  'the oldest emails in a final state are deleted, and no others': async stores => {
    const sent = Array.from({ length: maxEndedMails }, (_, i) => buildMail(`s${i}`, { state: 'sent' }))
    await add(stores, buildMail('waiting'), buildMail('failed', { state: 'failed' }), ...sent, buildMail('next'))
    await stores.mails.replace(buildMail('next', { state: 'sent' }))
    assert.equal(await stores.mails.mail('s0'), null)
    assert.equal((await stores.mails.mail('s1'))?.id, 's1')
    assert.deepEqual(await stores.mails.counts(), { waiting: 1, failed: 1, sent: maxEndedMails })
  },

  'one holder has the lease, until it gives it back': async ({ mails }) => {
    assert.equal(await mails.lease('one', 60_000), true)
    assert.equal(await mails.lease('other', 60_000), false)
    assert.equal(await mails.lease('one', 60_000), true)
    await mails.release('other')
    assert.equal(await mails.lease('other', 60_000), false)
    await mails.release('one')
    assert.equal(await mails.lease('other', 60_000), true)
  },

  'an email is replaced for a holder only while it has the lease': async stores => {
    await add(stores, buildMail('1'))
    const replace = (holder: string) => stores.mails.replace(buildMail('1', { attempts: 1 }), holder)
    assert.equal(await replace('one'), false)
    await stores.mails.lease('one', 60_000)
    assert.equal(await replace('other'), false)
    assert.equal((await stores.mails.mail('1'))?.attempts, 0)
    assert.equal(await replace('one'), true)
  },
}

/**
 * Tests a lease whose holder has stopped. The test does not apply to the in-memory store, which is used by a single
 * process.
 */
const expiryCases: Cases<Stores> = {
  'a lease ends after its time': async ({ mails }) => {
    await mails.lease('one', 200)
    const startedAt = performance.now()
    while (!(await mails.lease('other', 60_000))) assert.ok(performance.now() - startedAt < 10_000)
    assert.equal(await mails.lease('one', 60_000), false)
  },
}

/** Defines the tests for a MailStore. `isShared` means that several processes can use the store. */
export function mailStoreSuite(
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
