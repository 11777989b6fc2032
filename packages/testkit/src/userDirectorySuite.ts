import assert from 'node:assert/strict'
import type { UserDirectory, UserFilter } from '@plenum/core/ports'
import { buildUser } from './builders.js'
import { peopleChangeCases } from './people/peopleChangeCases.js'
import { type Cases, type Runner, runCases } from './runner.js'

const limit = 100

async function idsOf(directory: UserDirectory, filter: Partial<UserFilter>): Promise<string[]> {
  return (await directory.users({ limit, ...filter })).map(({ id }) => id)
}

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

  'a user comes back as it was added': async directory => {
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

  'an id in use cannot be added again': async directory => {
    await directory.add(buildUser('anna', { fullname: 'First' }))
    assert.equal(await directory.add(buildUser('anna', { fullname: 'Second' })), false)
    assert.equal((await directory.user('anna'))?.fullname, 'First')
    assert.equal(await directory.add(buildUser('Anna')), true)
  },

  'of several who add an id at the same time one succeeds': async directory => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => directory.add(buildUser('anna'))))
    assert.equal(outcomes.filter(Boolean).length, 1)
  },

  'a user is replaced whole; one who does not exist is not made': async directory => {
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

  'the state is another one after each change, and only then': async directory => {
    const states = [await directory.state()]
    const after = async (change: Promise<unknown>) => {
      await change
      states.push(await directory.state())
    }
    const user = buildUser('anna')
    await after(directory.add(user))
    await after(directory.replace({ ...user, fullname: 'Anna' }))
    await after(directory.changeEndedLogins('anna', () => ({ before: 7, until: {} })))
    await after(directory.change(['anna'], () => ({ removedUsers: ['anna'] })))
    assert.equal(new Set(states).size, 5)
    await after(directory.replace(user))
    await after(directory.changeEndedLogins('anna', () => ({ before: 8, until: {} })))
    await after(directory.change([], () => ({ remaining: { roles: ['Manager'], groups: [] } })))
    assert.equal(new Set(states).size, 5)
  },

  'ended logins are kept beside a user, and stay when the user is replaced': async directory => {
    const user = buildUser('anna')
    await directory.add(user)
    assert.deepEqual(await directory.account('anna'), { user, endedLogins: { before: 0, until: {} } })
    const endedLogins = { before: 7, until: { a: 1_700_000_000_123, b: 2 } }
    await directory.changeEndedLogins('anna', () => endedLogins)
    const next = { ...user, fullname: 'Anna' }
    assert.equal(await directory.replace(next), true)
    assert.deepEqual(await directory.account('anna'), { user: next, endedLogins })
    await directory.add(buildUser('bo'))
    assert.deepEqual((await directory.account('bo'))?.endedLogins, { before: 0, until: {} })
  },

  'of ended logins that are changed at the same time none is lost': async directory => {
    await directory.add(buildUser('anna'))
    const ids = Array.from({ length: 20 }, (_, i) => `login-${i}`)
    const add = (id: string) =>
      directory.changeEndedLogins('anna', ({ before, until }) => ({ before, until: { ...until, [id]: 1 } }))
    await Promise.all(ids.map(add))
    const until = (await directory.account('anna'))?.endedLogins.until ?? {}
    assert.deepEqual(Object.keys(until).sort(), ids.sort())
  },

  'the latest places from which a user logged in are kept': async directory => {
    await directory.add(buildUser('anna'))
    await directory.add(buildUser('bo'))
    const state = await directory.state()
    const keep = (user: string, place: string, time: number) =>
      directory.keepLoginPlace(user, { place, time, since: 10, most: 2 })
    assert.equal(await directory.loginPlace('a'), null)
    await keep('anna', 'a', 11)
    await keep('bo', 'x', 5)
    await keep('bo', 'y', 1_900_000_000_000)
    await keep('anna', 'b', 12)
    await keep('anna', 'a', 13)
    await keep('anna', 'c', 14)
    await keep('none', 'd', 15)
    const places = await Promise.all(['a', 'b', 'c', 'd', 'x', 'y'].map(directory.loginPlace))
    assert.deepEqual(places, [13, null, 14, null, null, 1_900_000_000_000])
    assert.equal(await directory.state(), state)
  },

  'places go with their user': async directory => {
    await directory.add(buildUser('anna'))
    await directory.keepLoginPlace('anna', { place: 'a', time: 1, since: 0, most: 9 })
    await directory.change(['anna'], () => ({ removedUsers: ['anna'] }))
    await directory.add(buildUser('anna'))
    assert.equal(await directory.loginPlace('a'), null)
  },

  'there are no ended logins of nobody': async directory => {
    await directory.changeEndedLogins('none', () => ({ before: 1, until: {} }))
    assert.equal(await directory.account('none'), null)
    assert.equal(await directory.user('none'), null)
    await directory.add(buildUser('none'))
    assert.deepEqual((await directory.account('none'))?.endedLogins, { before: 0, until: {} })
  },

  'users are sorted by id, and no more than asked for': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, {}), ['Anna', 'bo', 'zoe', 'émile'])
    assert.deepEqual(await idsOf(directory, { limit: 2 }), ['Anna', 'bo'])
    assert.deepEqual(await idsOf(directory, { limit: 0 }), [])
  },

  'search finds part of the id, full name or e-mail address, in any case': async directory => {
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

  'search does not look across the three': async directory => {
    await directory.add(buildUser('anna', { fullname: 'bo', email: 'c@d' }))
    for (const search of ['annabo', 'anna bo', 'anna\nbo', 'boc', 'bo\nc'])
      assert.deepEqual(await idsOf(directory, { search }), [])
  },

  'id finds part of the id, in any case': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { id: 'NN' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { id: 'müller' }), [])
    assert.deepEqual(await idsOf(directory, { id: 'ÉM' }), ['émile'])
  },

  'groups finds who belongs to one of them': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { groups: ['staff'] }), ['Anna', 'zoe'])
    assert.deepEqual(await idsOf(directory, { groups: ['editors', 'none'] }), ['zoe'])
    assert.deepEqual(await idsOf(directory, { groups: ['staf'] }), [])
    assert.deepEqual(await idsOf(directory, { groups: [] }), [])
  },

  'all that is asked for has to hold': async directory => {
    await fill(directory)
    assert.deepEqual(await idsOf(directory, { groups: ['staff'], search: 'example.com' }), ['Anna'])
    assert.deepEqual(await idsOf(directory, { groups: ['editors'], search: 'example.com' }), [])
    assert.deepEqual(await idsOf(directory, { id: 'o', search: 'müll' }), ['zoe'])
  },
}

/** The tests of every UserDirectory. `open` returns an empty one; the suite closes it. */
export function userDirectorySuite(
  runner: Runner,
  name: string,
  open: () => Promise<{ subject: UserDirectory; close(): Promise<void> }>,
): void {
  runner.describe(name, () => runCases(runner, { ...cases, ...peopleChangeCases }, open))
}
