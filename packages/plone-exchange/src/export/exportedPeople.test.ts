import type { OutgoingSite } from '@plenum/core'
import type { Group, User } from '@plenum/core/ports'
import { exportedPeople } from './exportedPeople.js'

const user = (id: string, more: Partial<User> = {}): User => ({
  ...{ id, fullname: null, email: `${id}@example.org`, description: null, home_page: null, location: null },
  ...{ roles: [], groups: [], passwordHash: '{SSHA}x', created: 0 },
  ...more,
})
const group = (id: string, groups: readonly string[] = []): Group => ({
  ...{ id, title: '', description: '', email: '', roles: [], groups },
})

async function exportOf(users: readonly User[], groups: readonly Group[] = []) {
  const notes: unknown[] = []
  const site = {
    groups: async () => groups,
    users: async function* () {
      yield* users
    },
  } as unknown as OutgoingSite
  const people = await exportedPeople({ site, unusableHash: () => '{X}', note: (...note) => notes.push(note) })
  return { people, notes }
}

describe('people in an export', () => {
  it.each<[string, Partial<User>, string, readonly unknown[]]>([
    ['a password hash from Plone', {}, '{SSHA}x', []],
    ['an unusable hash in place of another kind, and a note', { passwordHash: 'scrypt' }, '{X}', [['password', 'ada']]],
    ['an empty address and a note', { email: '' }, '{SSHA}x', [['no-email', 'ada']]],
  ])('have %s', async (_, more, password, notes) => {
    const result = await exportOf([user('ada', more)])
    expect(result).toMatchObject({ people: { members: [{ username: 'ada', login_name: 'ada', password }] }, notes })
  })

  it('exclude the administrator of the site', async () => {
    const { people, notes } = await exportOf([user('admin', { groups: ['a'] }), user('ada')], [group('a')])
    expect(people).toMatchObject({ members: [{ username: 'ada' }], groups: [{ principals: [] }] })
    expect(notes).toEqual([['not-exported', expect.stringContaining('admin')]])
  })

  it('are listed in their groups, users and groups together, ordered by id', async () => {
    const users = [user('cy', { groups: ['a', 'gone'] }), user('ada', { groups: ['a'] })]
    expect((await exportOf(users, [group('a'), group('bo', ['a'])])).people).toMatchObject({
      groups: [
        { groupid: 'a', principals: ['ada', 'bo', 'cy'] },
        { groupid: 'bo', principals: [], groups: ['a'] },
      ],
    })
  })
})
