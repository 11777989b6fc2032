import type { JsonObject } from '@plenum/core'
import { readPrincipals } from './readPrincipals.js'

const member = (username: string, more: JsonObject = {}): JsonObject => ({
  ...{ username, login_name: username, password: '{SSHA}x', roles: [], groups: [] },
  ...more,
})
const group = (groupid: string, more: JsonObject = {}): JsonObject => ({
  ...{ groupid, title: '', description: '', email: '', roles: [], groups: [], principals: [] },
  ...more,
})
const read = (members: readonly JsonObject[], groups: readonly JsonObject[] = []) =>
  readPrincipals({ members, groups }, 1000)
const findingsOf = (...lists: Parameters<typeof read>) =>
  read(...lists).findings.map(({ weight, key, detail }) => [weight, key, detail])

describe('members of an export', () => {
  it('retain their password hash and their roles, except roles that depend on the object', () => {
    const roles = ['Manager', 'Owner', 'Authenticated', 'Anonymous', 'Member']
    const { users, findings } = read([member('ada', { roles, fullname: 'Ada', email: null, location: '' })])
    expect(users).toEqual([
      {
        ...{ id: 'ada', fullname: 'Ada', email: '', description: null, home_page: null, location: null },
        ...{ roles: ['Manager', 'Member'], groups: [], passwordHash: '{SSHA}x', created: 1000 },
      },
    ])
    expect(findings).toEqual([])
  })

  it('are in the groups that they list and in the groups that list them, without duplicates', () => {
    const members = [member('ada', { groups: ['a', 'AuthenticatedUsers'] })]
    const groups = [group('a', { principals: ['ada'] }), group('b', { principals: ['ada'] })]
    expect(read(members, groups).users[0]?.groups).toEqual(['a', 'b'])
  })

  it.each([
    ['another login name', member('ada', { login_name: 'a@b' }), 'note', 'will log in with the id, not as a@b'],
    [
      'no known hash',
      member('ada', { password: '{X}y' }),
      'note',
      'has a password in an unknown scheme; a new one must be set',
    ],
    [
      'text before the hash',
      member('ada', { password: 'x{SSHA}y' }),
      'note',
      'has a password in an unknown scheme; a new one must be set',
    ],
    ['a name with a slash', member('a/b'), 'problem', 'has a member with an invalid name: "a/b"'],
    ['a name with a leading space', member(' a'), 'problem', 'has a member with an invalid name: " a"'],
    ['no name', member(''), 'problem', 'has a member with an invalid name: ""'],
  ])('with %s are reported', (_, one, weight, sentence) => {
    expect(findingsOf([one])).toEqual([[weight, expect.any(String), sentence]])
  })

  it('are reported if they occur twice', () => {
    expect(findingsOf([member('ada'), member('ada')], [group('a'), group('a')])).toEqual([
      ['problem', 'principals.json members', 'has ada twice'],
      ['problem', 'principals.json groups', 'has a twice'],
    ])
  })
})

describe('groups of an export', () => {
  it('exclude the group of all authenticated users', () => {
    expect(read([], [group('AuthenticatedUsers'), group('a')]).groups.map(({ id }) => id)).toEqual(['a'])
  })

  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    ['a group in itself', { a: ['a'] }, ['a']],
    ['two groups in each other', { a: ['b'], b: ['a'] }, ['a', 'b']],
    [
      'a cycle of three, with a group above and one below',
      { a: ['b', 'up'], b: ['c'], c: ['a'], up: [], down: ['a'] },
      ['a', 'b', 'c'],
    ],
    ['a tree', { a: ['up'], b: ['up'], up: [] }, []],
    ['two paths to the same group', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    ['an unknown group', { a: ['other'] }, []],
  ])('are refused if they contain themselves: %s', (_, above, circles) => {
    const groups = Object.entries(above).map(([id, own]) => group(id, { groups: own }))
    expect(findingsOf([], groups)).toEqual(
      circles.map(id => ['problem', `principals.json groups.${id}`, 'is a member of itself']),
    )
  })
})
