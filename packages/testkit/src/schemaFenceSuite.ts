import assert from 'node:assert/strict'
import type { BallotBox, ContentStore, UserDirectory, WholeStore } from '@plenum/core/ports'
import { buildCreations, buildEntry, buildUser, uidFor } from './builders.js'
import { commit, dump, nodeAt } from './contentStore/storeQueries.js'
import { type Cases, type Runner, runCases } from './runner.js'

export interface FencedStores {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  readonly whole: WholeStore
  /**
   * Simulates another program that has upgraded the database by the given number of schema versions. A negative number
   * simulates a downgrade.
   */
  moveVersion(by: number): Promise<void>
}

type Write = (stores: FencedStores) => Promise<unknown>

async function* none(): AsyncGenerator<never> {}

const ballot = { poll: uidFor('/a'), revision: 0, options: [1], time: 5 } as const

const writes: Readonly<Record<string, Write>> = {
  'a change of content': ({ content }) => content.commit({ creates: buildCreations('/b') }),
  'an invalidation': ({ content }) => content.recordInvalidation(),
  'a vote of a member': ({ content }) => content.cast({ ...ballot, voter: { kind: 'member', id: 'anna' } }),
  'a vote of a visitor': ({ content }) => content.cast({ ...ballot, voter: { kind: 'visitor', token: 't' } }),
  'a new user': ({ users }) => users.add(buildUser('bo')),
  'a changed user': ({ users }) => users.replace(buildUser('anna', { fullname: 'Anna' })),
  'a changed group': ({ users }) => users.change(['anna'], () => ({ removedUsers: ['anna'] })),
  'the end of a login': ({ users }) => users.endLogin('anna', { id: 'a', until: 50, now: 6 }),
  'a known place of a login': ({ users }) =>
    users.storeLoginOrigin('anna', { origin: 'p', time: 5, since: 0, limit: 100 }),
  'a copy of a site': ({ whole }) => whole.write(none()),
  'catalog entries': ({ whole }) => whole.rewrite([]),
  'the erasure of files': ({ whole }) => whole.sweepFiles(),
}

const refusalCase = (name: string, write: Write): Cases<FencedStores> => ({
  [`${name}: refused beside another schema version, and nothing is written; reading goes on`]: async stores => {
    const { content, users } = stores
    await commit(content, { creates: buildCreations('/', '/a') })
    await users.add(buildUser('anna'))
    const state = async () => [await dump(content), await users.users({ limit: 10 })]
    const before = await state()
    await stores.moveVersion(1)
    await assert.rejects(write(stores), { code: 'store-unavailable' })
    assert.deepEqual(await state(), before)
    await stores.moveVersion(-1)
    assert.deepEqual(await state(), before)
    const node = { ...(await nodeAt(content, '/a')), fields: { title: 'A' } }
    await commit(content, { updates: [{ node, entry: buildEntry() }] })
  },
})

/**
 * Defines the tests for the schema fence of a store, which rejects writes after another program has upgraded the
 * database. `open` must return empty stores with the schema version of this program.
 */
export function schemaFenceSuite(
  runner: Runner,
  name: string,
  open: () => Promise<{ readonly subject: FencedStores; close(): Promise<void> }>,
): void {
  const cases = Object.assign({}, ...Object.entries(writes).map(([title, write]) => refusalCase(title, write)))
  runner.describe(name, () => runCases(runner, cases, open))
}
