import { buildUser } from '@plenum/testkit'
import { stockGroups } from './groups.js'
import { findPrincipal, nameOfPrincipal, principalNamed, userAsPrincipal } from './principal.js'

const named = new Map(['ada', 'Reviewers', 'AuthenticatedUsers'].map(id => [id, buildUser(id)]))
const users = { users: { user: async (id: string) => named.get(id) ?? null }, groups: stockGroups }

describe('a principal', () => {
  it('that is a user has the full name or the id as title, and includes the roles of groups', () => {
    expect(userAsPrincipal(buildUser('ada', { fullname: 'Ada L.', groups: ['Reviewers'] }), stockGroups)).toEqual({
      type: 'user',
      id: 'ada',
      title: 'Ada L.',
      roles: ['Member', 'Reviewer'],
    })
    expect(userAsPrincipal(buildUser('ada', { fullname: '' }), []).title).toBe('ada')
  })

  it.each([
    { type: 'user', id: 'ada' },
    { type: 'group', id: 'Site Administrators' },
    { type: 'user', id: 'group:x' },
  ] as const)('%j is found by its name', principal => {
    expect(principalNamed(nameOfPrincipal(principal))).toEqual(principal)
  })

  it('is searched among users or groups according to its type', async () => {
    expect(await findPrincipal(users, { type: 'user', id: 'Reviewers' })).toMatchObject({ type: 'user' })
    expect(await findPrincipal(users, { type: 'group', id: 'Reviewers' })).toMatchObject({ type: 'group' })
    expect(await findPrincipal(users, { type: 'group', id: 'ada' })).toBeUndefined()
    expect(await findPrincipal(users, { type: 'user', id: 'nobody' })).toBeUndefined()
  })

  it('without a type is a group first, then a user: a user cannot replace a group by a name', async () => {
    expect(await findPrincipal(users, { type: null, id: 'AuthenticatedUsers' })).toMatchObject({ type: 'group' })
    expect(await findPrincipal(users, { type: null, id: 'ada' })).toMatchObject({ type: 'user' })
    expect(await findPrincipal(users, { type: null, id: 'nobody' })).toBeUndefined()
  })
})
