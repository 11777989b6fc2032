import { buildUser } from '@plenum/testkit'
import { stockGroups } from './groups.js'
import { presentGroup, presentUser, rolesOfUser } from './presentUser.js'

const base = 'http://site.example'
const ada = buildUser('ada', { roles: ['Member', 'Editor'], groups: ['Reviewers'], passwordHash: 'hash of a password' })

describe('the payload of a user', () => {
  it('contains the strings of the user, null for missing strings, and sorted roles and groups', () => {
    expect(presentUser(ada, { base, groups: stockGroups })).toEqual({
      '@id': 'http://site.example/@users/ada',
      id: 'ada',
      username: 'ada',
      fullname: null,
      email: 'ada@example.org',
      description: null,
      home_page: null,
      location: null,
      portrait: null,
      roles: ['Editor', 'Member', 'Reviewer'],
      groups: {
        '@id': 'http://site.example/@users/ada',
        items: [
          { id: 'Reviewers', title: 'Reviewers' },
          { id: 'AuthenticatedUsers', title: 'AuthenticatedUsers' },
        ],
        items_total: 2,
      },
    })
  })

  it('includes the group of all logged-in users', () => {
    expect(presentUser(buildUser('bob'), { base, groups: stockGroups })).toMatchObject({
      groups: { items: [{ id: 'AuthenticatedUsers' }], items_total: 1 },
    })
  })

  it('excludes the password', () => {
    expect(JSON.stringify(presentUser(ada, { base, groups: stockGroups }))).not.toMatch(/hash/i)
  })

  it('has a percent-encoded address', () => {
    expect(presentUser(buildUser('a@b.de'), { base, groups: [] })['@id']).toBe('http://site.example/@users/a%40b.de')
  })
})

describe('the roles of a user', () => {
  it('are those of the user and of the groups, each once', () => {
    expect(rolesOfUser({ ...ada, roles: ['Member', 'Reviewer'] }, stockGroups)).toEqual(['Member', 'Reviewer'])
    expect(rolesOfUser({ ...ada, groups: ['Administrators', 'gone'] }, stockGroups)).toEqual([
      'Member',
      'Editor',
      'Manager',
    ])
  })
})

describe('the payload of a group', () => {
  it('has its roles and Authenticated, and the ids of its members', () => {
    const [group] = stockGroups
    expect(group && presentGroup({ ...group, id: 'Site Administrators' }, { base, members: ['ada', 'max'] })).toEqual({
      '@id': 'http://site.example/@groups/Site%20Administrators',
      id: 'Site Administrators',
      groupname: 'Site Administrators',
      groups: [],
      title: 'Administrators',
      description: '',
      email: '',
      roles: ['Manager', 'Authenticated'],
      members: {
        '@id': 'http://site.example/@groups/Site%20Administrators',
        items: ['ada', 'max'],
        items_total: 2,
      },
    })
  })
})

describe('the groups of a stock site', () => {
  it('are Administrators, Reviewers, Site Administrators and all logged-in users', () => {
    expect(stockGroups.map(({ id, roles }) => [id, ...roles])).toEqual([
      ['Administrators', 'Manager'],
      ['Reviewers', 'Reviewer'],
      ['Site Administrators', 'Site Administrator'],
      ['AuthenticatedUsers'],
    ])
  })
})
