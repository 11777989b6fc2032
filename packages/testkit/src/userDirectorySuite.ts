import assert from 'node:assert/strict'
import type { UserDirectory, UserFilter } from '@plenum/core/ports'
import { buildUser } from './builders.js'
import { peopleChangeCases } from './people/peopleChangeCases.js'
import { type Cases, type Runner, runCases } from './runner.js'

const limit = 100

async function idsOf(directory: UserDirectory, filter: Partial<UserFilter>): Promise<string[]> {
  return (await directory.users({ limit, ...filter })).map(({ id }) => id)
}

const hasEnded = async (directory: UserDirectory, user: string, id: string): Promise<boolean | undefined> =>
  (await directory.account(user, { id, issued: 5 }))?.hasEnded

async function fill(directory: UserDirectory): Promise<void> {
  const users = [
    buildUser('zoe', { fullname: 'Zoë Müller', groups: ['editors', 'staff'] }),
    buildUser('Anna', { fullname: 'Anna Weiß', email: 'a.weiss@EXAMPLE.com', groups: ['staff'] }),
    buildUser('bo', { fullname: null, email: '100%_safe@example.org' }),
    buildUser('émile', { fullname: 'Straße\nName' }),
  ]
  for (const user of users) assert.equal(await directory.add(user), true)
}

const cases: Cases<UserDirectory> = {
  'a new directory is empty': async directory => {
    assert.equal(await directory.user('anna'), null)
    assert.deepEqual(await directory.users({ limit }), [])
  },

  'a user is returned as it was added': async directory => {
    const user = buildUser('änna', {
      fullname: 'Änna "x" \u{1f600}',
      description: '',
      home_page: 'https://example.org',
      location: null,
      roles: ['Manager', 'Member'],
      groups: ['a', 'b'],
      passwordHash: 'scrypt$\u0000',
      created: 1_700_000_000_123,
    })
    await directory.add(user)
    assert.deepEqual(await directory.user('änna'), user)
    assert.deepEqual(await directory.users({ limit }), [user])
    assert.equal(await directory.user('anna'), null)
  },

  'a used id cannot be added again': async directory => {
    await directory.add(buildUser('anna', { fullname: 'First' }))
    assert.equal(await directory.add(buildUser('anna', { fullname: 'Second' })), false)
    assert.equal((await directory.user('anna'))?.fullname, 'First')
    assert.equal(await directory.add(buildUser('Anna')), true)
  },

  'one of several concurrent additions of an id succeeds': async directory => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => directory.add(buildUser('anna'))))
    assert.equal(outcomes.filter(Boolean).length, 1)
  },

  'a user is replaced as a whole, and a missing user is not created': async directory => {
    await directory.add(buildUser('anna', { fullname: 'Old', groups: ['old'] }))
    const next = buildUser('anna', { fullname: 'New', groups: ['new'] })
    assert.equal(await directory.replace(next), true)
    assert.deepEqual(await directory.user('anna'), next)
    assert.deepEqual(await idsOf(directory, { search: 'old' }), [])
    assert.deepEqual(await idsOf(directory, { search: 'new' }), ['anna'])
    assert.deepEqual(await idsOf(directory, { groups: ['new'] }), ['anna'])
    assert.equal(await directory.replace(buildUser('none')), false)
    assert.equal(await directory.user('none'), null)
  },

  'the state changes with each change, and only then': async directory => {
    const states = [await directory.state()]
    const after = async (change: Promise<unknown>) => {
      await change
      states.push(await directory.state())
    }
    const user = buildUser('anna')
    await after(directory.add(user))
    await after(directory.replace({ ...user, fullname: 'Anna' }))
    await after(directory.endLogin('anna', { id: 'a', until: 9, now: 7 }))
    await after(directory.change(['anna'], () => ({ removedUsers: ['anna'] })))
    assert.equal(new Set(states).size, 5)
    await after(directory.replace(user))
    await after(directory.endLogin('anna', { id: 'b', until: 9, now: 8 }))
    await after(directory.change([], () => ({ remaining: { roles: ['Manager'], groups: [] } })))
    assert.equal(new Set(states).size, 5)
  },

  'only one login ends, and remains ended if the user is replaced': async directory => {
    const user = buildUser('anna')
    await directory.add(user)
    await directory.add(buildUser('bo'))
    assert.deepEqual(await directory.account('anna', { id: 'a', issued: 5 }), { user, hasEnded: false })
    await directory.endLogin('anna', { id: 'a', until: 1_700_000_000_123, now: 7 })
    const next = { ...user, fullname: 'Anna' }
    assert.equal(await directory.replace(next), true)
    assert.deepEqual(await directory.account('anna', { id: 'a', issued: 5 }), { user: next, hasEnded: true })
    assert.equal(await hasEnded(directory, 'anna', 'b'), false)
    assert.equal(await hasEnded(directory, 'anna', 'constructor'), false)
    assert.equal(await hasEnded(directory, 'bo', 'a'), false)
  },

  'logins that end at the same time all end, and others continue': async directory => {
    await directory.add(buildUser('anna'))
    const ids = Array.from({ length: 120 }, (_, i) => `login-${i}`)
    await Promise.all(ids.map(id => directory.endLogin('anna', { id, until: 200, now: 100 })))
    for (const id of ids) assert.equal(await hasEnded(directory, 'anna', id), true)
    assert.equal(await hasEnded(directory, 'anna', 'other'), false)
  },

  'a login that ends twice remains until the later expiry, and expired ones are removed': async directory => {
    await directory.add(buildUser('anna'))
    await directory.endLogin('anna', { id: 'a', until: 20, now: 10 })
    await directory.endLogin('anna', { id: 'b', until: 20, now: 10 })
    await directory.endLogin('anna', { id: 'a', until: 30, now: 15 })
    await directory.endLogin('anna', { id: 'c', until: 40, now: 25 })
    const ended = await Promise.all(['a', 'b', 'c'].map(id => hasEnded(directory, 'anna', id)))
    assert.deepEqual(ended, [true, false, true])
  },

  'the latest places of logins of a user are stored': async directory => {
    await directory.add(buildUser('anna'))
    await directory.add(buildUser('bo'))
    const state = await directory.state()
    const store = (user: string, place: string, time: number) =>
      directory.storeLoginOrigin(user, { origin: place, time, since: 10, limit: 2 })
    assert.equal(await directory.lastLoginFrom('a'), null)
    await store('anna', 'a', 11)
    await store('bo', 'x', 5)
    await store('bo', 'y', 1_900_000_000_000)
    await store('anna', 'b', 12)
    await store('anna', 'a', 13)
    await store('anna', 'c', 14)
    await store('none', 'd', 15)
    const places = await Promise.all(['a', 'b', 'c', 'd', 'x', 'y'].map(directory.lastLoginFrom))
    assert.deepEqual(places, [13, null, 14, null, null, 1_900_000_000_000])
    assert.equal(await directory.state(), state)
  },

  'known places are deleted with their user': async directory => {
    await directory.add(buildUser('anna'))
    await directory.storeLoginOrigin('anna', { origin: 'a', time: 1, since: 0, limit: 9 })
    await directory.change(['anna'], () => ({ removedUsers: ['anna'] }))
    await directory.add(buildUser('anna'))
    assert.equal(await directory.lastLoginFrom('a'), null)
  },

  'a missing user has no ended logins': async directory => {
    await directory.endLogin('none', { id: 'a', until: 9, now: 1 })
    assert.equal(await directory.account('none', { id: 'a', issued: 0 }), null)
    assert.equal(await directory.user('none'), null)
    await directory.add(buildUser('none'))
    assert.equal(await hasEnded(directory, 'none', 'a'), false)
  },

  'users are sorted by id, and limited to the requested number': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, {}), ['Anna', 'bo', 'zoe', 'émile'])
    assert.deepEqual(await idsOf(directory, { limit: 2 }), ['Anna', 'bo'])
    assert.deepEqual(await idsOf(directory, { limit: 0 }), [])
  },

  'users are read in batches by the id of the last user': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { after: 'Anna', limit: 2 }), ['bo', 'zoe'])
    assert.deepEqual(await idsOf(directory, { after: 'b' }), ['bo', 'zoe', 'émile'])
    assert.deepEqual(await idsOf(directory, { after: 'émile' }), [])
    assert.deepEqual(await idsOf(directory, { after: 'Anna', groups: ['staff'] }), ['zoe'])
  },

  'search matches a part of the id, full name or email address, in any case': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { search: 'ANN' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { search: 'oë mÜ' }), ['zoe'])
    assert.deepEqual(await idsOf(directory, { search: 'WEISS' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { search: 'example.com' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { search: 'É' }), ['Anna', 'bo', 'zoe', 'émile'])
    assert.deepEqual(await idsOf(directory, { search: '%_s' }), ['bo'])
    assert.deepEqual(await idsOf(directory, { search: 'a_' }), [])
    assert.deepEqual(await idsOf(directory, { search: '' }), ['Anna', 'bo', 'zoe', 'émile'])
  },

  'the filter for an email address matches the whole address, in any case': async directory => {
    await directory.add(buildUser('ann', { email: 'Ann@example.org' }))
    await directory.add(buildUser('joann', { email: 'joann@example.org' }))
    await directory.add(buildUser('ann@example.org', { fullname: 'ann@example.org', email: 'other@example.org' }))
    assert.deepEqual(await idsOf(directory, { email: 'aNN@example.org' }), ['ann'])
    assert.deepEqual(await idsOf(directory, { email: 'nn@example.org' }), [])
  },

  'search does not match text across two of these values': async directory => {
    await directory.add(buildUser('anna', { fullname: 'bo', email: 'c@d' }))
    for (const search of ['annabo', 'anna bo', 'anna\nbo', 'boc', 'bo\nc'])
      assert.deepEqual(await idsOf(directory, { search }), [])
  },

  'id matches a part of the id, in any case': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { id: 'NN' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { id: 'müller' }), [])
    assert.deepEqual(await idsOf(directory, { id: 'ÉM' }), ['émile'])
  },

  'groups matches the members of any of them': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { groups: ['staff'] }), ['Anna', 'zoe'])
    assert.deepEqual(await idsOf(directory, { groups: ['editors', 'none'] }), ['zoe'])
    assert.deepEqual(await idsOf(directory, { groups: ['staf'] }), [])
    assert.deepEqual(await idsOf(directory, { groups: [] }), [])
  },

  'all conditions must be true': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { groups: ['staff'], search: 'example.com' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { groups: ['editors'], search: 'example.com' }), [])
    assert.deepEqual(await idsOf(directory, { id: 'o', search: 'müll' }), ['zoe'])
  },
}

/** Defines the tests for a UserDirectory. `open` must return an empty directory, which the suite closes. */
export function userDirectorySuite(
  runner: Runner,
  name: string,
  open: () => Promise<{ subject: UserDirectory; close(): Promise<void> }>,
): void {
  runner.describe(name, () => runCases(runner, { ...cases, ...peopleChangeCases }, open))
}
