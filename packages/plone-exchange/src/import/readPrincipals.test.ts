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
  it('keep their roles but those that depend on the place, and the hash of their password', () => {
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

  it('are in the groups that they list and in those that list them, each once', () => {
    const members = [member('ada', { groups: ['a', 'AuthenticatedUsers'] })]
    const groups = [group('a', { principals: ['ada'] }), group('b', { principals: ['ada'] })]
    expect(read(members, groups).users[0]?.groups).toEqual(['a', 'b'])
  })

  it.each([
    ['another login name', member('ada', { login_name: 'a@b' }), 'note', 'will log in with the id, not as a@b'],
    [
      'no hash that is known',
      member('ada', { password: '{X}y' }),
      'note',
      'has a password in an unknown scheme; a new one must be set',
    ],
    [
      'a hash behind something else',
      member('ada', { password: 'x{SSHA}y' }),
      'note',
      'has a password in an unknown scheme; a new one must be set',
    ],
    ['a name with a slash', member('a/b'), 'problem', 'has a member with an invalid name: "a/b"'],
    ['a name with a blank before it', member(' a'), 'problem', 'has a member with an invalid name: " a"'],
    ['no name', member(''), 'problem', 'has a member with an invalid name: ""'],
  ])('with %s are told of', (_, one, weight, sentence) => {
    expect(findingsOf([one])).toEqual([[weight, expect.any(String), sentence]])
  })

  it('are told of when they come twice', () => {
    expect(findingsOf([member('ada'), member('ada')], [group('a'), group('a')])).toEqual([
      ['problem', 'principals.json members', 'has ada twice'],
      ['problem', 'principals.json groups', 'has a twice'],
    ])
  })
})

describe('groups of an export', () => {
  it('come without the one that everybody is in', () => {
    expect(read([], [group('AuthenticatedUsers'), group('a')]).groups.map(({ id }) => id)).toEqual(['a'])
  })

  it.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    ['a group in itself', { a: ['a'] }, ['a']],
    ['two in each other', { a: ['b'], b: ['a'] }, ['a', 'b']],
    [
      'three in a circle, with one above and one below',
      { a: ['b', 'up'], b: ['c'], c: ['a'], up: [], down: ['a'] },
      ['a', 'b', 'c'],
    ],
    ['a tree', { a: ['up'], b: ['up'], up: [] }, []],
    ['two ways to the same group', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
    ['a group that is not there', { a: ['other'] }, []],
  ])('in themselves are refused: %s', (_, above, circles) => {
    const groups = Object.entries(above).map(([id, own]) => group(id, { groups: own }))
    expect(findingsOf([], groups)).toEqual(
      circles.map(id => ['problem', `principals.json groups.${id}`, 'is a member of itself']),
    )
  })
})
