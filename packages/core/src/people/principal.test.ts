import { buildUser } from '@plenum/testkit'
import { stockGroups } from './groups.js'
import { findPrincipal, nameOfPrincipal, principalNamed, userAsPrincipal } from './principal.js'

const named = new Map(['ada', 'Reviewers', 'AuthenticatedUsers'].map(id => [id, buildUser(id)]))
const users = { users: { user: async (id: string) => named.get(id) ?? null }, groups: stockGroups }

describe('a principal', () => {
  it('that is a user has the full name for a title, or the id, and the roles of groups too', () => {
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
  ] as const)('%j is found again by its name', principal => {
    expect(principalNamed(nameOfPrincipal(principal))).toEqual(principal)
  })

  it('is looked for among users or groups as its type says', async () => {
    expect(await findPrincipal(users, { type: 'user', id: 'Reviewers' })).toMatchObject({ type: 'user' })
    expect(await findPrincipal(users, { type: 'group', id: 'Reviewers' })).toMatchObject({ type: 'group' })
    expect(await findPrincipal(users, { type: 'group', id: 'ada' })).toBeUndefined()
    expect(await findPrincipal(users, { type: 'user', id: 'nobody' })).toBeUndefined()
  })

  it('of no type is a group, or else a user: a user cannot take the place of a group by a name', async () => {
    expect(await findPrincipal(users, { type: null, id: 'AuthenticatedUsers' })).toMatchObject({ type: 'group' })
    expect(await findPrincipal(users, { type: null, id: 'ada' })).toMatchObject({ type: 'user' })
    expect(await findPrincipal(users, { type: null, id: 'nobody' })).toBeUndefined()
  })
})
