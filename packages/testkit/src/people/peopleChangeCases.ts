import assert from 'node:assert/strict'
import type { Group, UserDirectory } from '@plenum/core/ports'
import { buildUser } from '../builders.js'
import type { Cases } from '../runner.js'

const group = (id: string, properties: Partial<Group> = {}): Group => ({
  id,
  title: id,
  description: '',
  email: '',
  roles: [],
  ...properties,
})

const portrait = { digest: 'd', contentType: 'image/png', bytes: Uint8Array.of(0, 255, 7) }

async function add(directory: UserDirectory, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await directory.add(buildUser(id))
}

export const peopleChangeCases: Cases<UserDirectory> = {
  'a change gets the requested users and all groups, and writes its result': async directory => {
    await add(directory, 'anna', 'bo')
    await directory.change([], () => ({ groups: [group('b'), group('a', { roles: ['Editor'] })] }))
    const isWritten = await directory.change(['anna', 'none'], ({ users, groups }) => {
      assert.deepEqual([...users], [['anna', buildUser('anna')]])
      assert.deepEqual(groups, [group('a', { roles: ['Editor'] }), group('b')])
      return { users: [buildUser('anna', { fullname: 'Änna', groups: ['a'] })], groups: [group('b', { title: 'B' })] }
    })
    assert.equal(isWritten, true)
    assert.deepEqual(
      (await directory.users({ search: 'ÄNN', limit: 9 })).map(({ groups }) => groups),
      [['a']],
    )
    assert.deepEqual(await directory.groups(['b', 'none']), [group('b', { title: 'B' })])
  },

  'a group retains the groups that it belongs to': async directory => {
    const nested = group('b', { groups: ['a', 'c'] })
    await directory.change([], () => ({ groups: [group('a'), nested] }))
    assert.deepEqual(await directory.groups(), [group('a'), nested])
    await directory.change([], () => ({ groups: [group('b')], removedGroups: ['a'] }))
    assert.deepEqual(await directory.groups(), [group('b')])
  },

  'a change adds the new users, and omits those whose ids are in use': async directory => {
    await add(directory, 'anna')
    const added = [buildUser('anna', { fullname: 'Other' }), buildUser('bo', { groups: ['a'] })]
    assert.equal(await directory.change(['anna', 'bo'], () => ({ added })), true)
    assert.deepEqual(await directory.users({ limit: 9 }), [buildUser('anna'), buildUser('bo', { groups: ['a'] })])
    assert.deepEqual(await directory.users({ search: 'bo', limit: 9 }), [buildUser('bo', { groups: ['a'] })])
  },

  'a change of missing users creates none': async directory => {
    await directory.change(['anna'], () => ({
      users: [buildUser('anna')],
      portraits: new Map([['anna', portrait]]),
      removedUsers: ['bo'],
    }))
    assert.equal(await directory.user('anna'), null)
    assert.equal(await directory.portrait('anna'), null)
    assert.equal(await directory.hadUser('bo'), false)
  },

  'an error of a change is thrown, and nothing is written': async directory => {
    await add(directory, 'anna')
    const failing = directory.change(['anna'], () => {
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    assert.equal(await directory.change(['anna'], () => ({ removedUsers: ['anna'] })), true)
  },

  'concurrent changes are all applied': async directory => {
    await add(directory, 'anna')
    const roles = Array.from({ length: 20 }, (_, i) => `role-${i}`)
    const give = (role: string) =>
      directory.change(['anna'], ({ users }) => ({
        users: [...users.values()].map(user => ({ ...user, roles: [...user.roles, role] })),
      }))
    await Promise.all(roles.map(give))
    assert.deepEqual((await directory.user('anna'))?.roles.slice(1).toSorted(), roles.toSorted())
  },

  'a removed user loses portrait and ended logins, and its name remains known': async directory => {
    await add(directory, 'anna')
    await directory.endLogin('anna', { id: 'login', until: 9, now: 7 })
    await directory.change(['anna'], () => ({ portraits: new Map([['anna', portrait]]) }))
    assert.equal(await directory.hadUser('anna'), false)
    await directory.change(['anna'], () => ({ removedUsers: ['anna'] }))
    assert.equal(await directory.user('anna'), null)
    assert.equal(await directory.portrait('anna'), null)
    assert.equal(await directory.hadUser('anna'), true)
    await add(directory, 'anna')
    assert.equal((await directory.account('anna', { id: 'login', issued: 5 }))?.hasEnded, false)
    assert.equal(await directory.portrait('anna'), null)
  },

  'a portrait is stored, replaced and removed separately from its user': async directory => {
    await add(directory, 'anna', 'bo')
    const put = (value: typeof portrait | null) =>
      directory.change(['anna'], () => ({ portraits: new Map([['anna', value]]) }))
    await put(portrait)
    const { digest, contentType, bytes = [] } = (await directory.portrait('anna')) ?? {}
    assert.deepEqual({ digest, contentType, bytes: [...bytes] }, { ...portrait, bytes: [0, 255, 7] })
    await put({ ...portrait, digest: 'e' })
    assert.equal((await directory.portrait('anna'))?.digest, 'e')
    assert.equal(await directory.portrait('bo'), null)
    await put(null)
    assert.equal(await directory.portrait('anna'), null)
  },

  'a removed group loses its members': async directory => {
    await directory.add(buildUser('anna', { groups: ['a', 'b', 'c'] }))
    await directory.add(buildUser('bo', { groups: ['b'] }))
    await directory.change([], () => ({ groups: [group('a'), group('b')] }))
    await directory.change([], () => ({ removedGroups: ['b'] }))
    assert.deepEqual(await directory.groups(), [group('a')])
    assert.deepEqual(
      (await directory.users({ limit: 9 })).map(({ groups }) => groups),
      [['a', 'c'], []],
    )
  },

  'nothing is written if no user with a role or a group would remain': async directory => {
    await directory.add(buildUser('anna', { roles: ['Manager'] }))
    await directory.add(buildUser('bo', { groups: ['admins'] }))
    const remaining = { roles: ['Manager'], groups: ['admins'] }
    const remove = (id: string) => directory.change([id], () => ({ removedUsers: [id], remaining }))
    assert.equal(await remove('anna'), true)
    assert.equal(await remove('bo'), false)
    assert.equal((await directory.user('bo'))?.id, 'bo')
    assert.equal(await directory.hadUser('bo'), false)
    assert.equal(await directory.change(['bo'], () => ({ removedGroups: ['admins'], remaining })), false)
    assert.deepEqual((await directory.user('bo'))?.groups, ['admins'])
  },

  'holders matches users with one of the roles or groups': async directory => {
    await directory.add(buildUser('anna', { roles: ['Manager'] }))
    await directory.add(buildUser('bo', { groups: ['admins'] }))
    await add(directory, 'zoe')
    const find = async (roles: string[], groups: string[]) =>
      (await directory.users({ holders: { roles, groups }, limit: 9 })).map(({ id }) => id)
    assert.deepEqual(await find(['Manager'], ['admins']), ['anna', 'bo'])
    assert.deepEqual(await find(['Editor'], ['admins', 'none']), ['bo'])
    assert.deepEqual(await find([], []), [])
  },
}
