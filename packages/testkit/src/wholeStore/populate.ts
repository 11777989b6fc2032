import type { CatalogEntry, Voter } from '@plenum/core/ports'
import { buildCreation, buildEntry, buildFile, buildNode, buildRecord, buildUser, uidFor } from '../builders.js'
import { commit } from '../contentStore/storeQueries.js'
import { buildMail } from '../mailStoreSuite.js'
import { buildWebhook } from '../webhookStoreSuite.js'
import type { Stores } from './testedStores.js'

export const entryAt = (path: string): CatalogEntry =>
  buildEntry({
    indexes: { portal_type: 'Document', title: path },
    words: [path.length > 2 ? 'long' : 'short'],
    columns: { path },
  })

const creation = (path: string, fields = {}) => buildCreation(path, { node: { fields }, entry: entryAt(path) })
const lock = { token: 't', creator: 'anna', creatorName: 'Anna', created: 5, timeout: 600, stealable: true }
export const largeFile = { digest: 'large', bytes: new Uint8Array(2 * 1024 * 1024 + 5).fill(7) }

/**
 * Adds data of every kind. Some objects are moved, removed, reordered and edited, so that sequence numbers and
 * positions have gaps, as on a site in real use.
 */
export async function populate(stores: Stores, votes: readonly Voter[] = voters): Promise<void> {
  await populateContent(stores)
  await populateVotes(stores, votes)
  await populatePeople(stores)
  await stores.webhooks.change(() => ({ webhooks: [buildWebhook('z'), buildWebhook('a')] }))
  await commit(stores.content, { mails: [buildMail('z'), buildMail('a', { state: 'failed' })] })
}

async function populateContent({ content }: Stores): Promise<void> {
  const paths = ['/', '/a', '/a/x', '/a/y', '/a/z', '/a-b', '/b', '/poll', '/ü', '/gone']
  await commit(content, { creates: paths.map(path => creation(path, { title: path })) })
  await commit(content, { removes: ['/gone', '/a/x'] })
  await commit(content, { renames: [{ from: '/a', to: '/b/a', at: 9 }], orders: [{ path: '/', ids: ['ü', 'poll'] }] })
  const entries = ['/a', '/a/y', '/a/z'].map(path => ({ uid: uidFor(path), revision: 0, entry: entryAt(`/b${path}`) }))
  await commit(content, { entries })
  const version = { time: 7, actor: 'anna', comments: 'Why "not"?' }
  const records = [
    buildRecord({ time: 3 }),
    buildRecord({ time: 8, action: 'publish', variables: { a: null, b: 1.5 } }),
  ]
  const files = { file: buildFile('large', largeFile.bytes.length), image: buildFile('empty', 0) }
  const node = buildNode('/b', { fields: { title: 'B\u0000 \u{1f600}', ...files }, modified: 70, layout: 'full' })
  for (const revision of [0, 1])
    await commit(content, { updates: [{ node: { ...node, revision }, entry: entryAt('/b'), records, version }] })
  await commit(content, {
    files: [{ digest: 'empty', bytes: new Uint8Array() }, largeFile],
    locks: [{ uid: uidFor('/b'), before: null, lock }],
    aliases: [
      { path: '/old', target: { uid: uidFor('/poll') }, created: 11 },
      { path: '/far', target: { url: 'https://example.org/' }, created: 12 },
    ],
  })
}

/** The voters of a poll. In every store, their number exceeds the number of voters in a row or batch. */
export const voters: readonly Voter[] = Array.from({ length: 150 }, (_, i) =>
  i % 3 === 0 ? { kind: 'visitor', token: `token-${i}` } : { kind: 'member', id: `mémber ${i}` },
)

export async function populateVotes({ content }: Stores, votes: readonly Voter[]): Promise<void> {
  const poll = uidFor('/poll')
  for (const [i, voter] of votes.entries())
    await content.cast({ poll, revision: 0, voter, options: i % 2 === 0 ? [1] : [2, 7], time: 100 })
}

async function populatePeople({ users }: Stores): Promise<void> {
  for (const id of ['anna', 'bo', 'émile']) await users.add(buildUser(id, { fullname: id, groups: ['crew'] }))
  await users.endLogin('bo', { id: 'login', until: 99, now: 3 })
  const portrait = { digest: 'd', contentType: 'image/png', bytes: Uint8Array.of(0, 255, 7) }
  const group = { id: 'crew', title: 'Crew', description: '', email: '', roles: ['Editor'] }
  await users.change(['anna', 'bo'], () => ({
    portraits: new Map([['anna', portrait]]),
    groups: [group, { ...group, id: 'sailors', groups: ['crew'] }],
    removedUsers: ['émile'],
  }))
}
