import { anonymous, type Caller } from '../security/caller.js'
import { type PermissionMap, type Protected, permission, stockPermissions } from '../security/permissions.js'
import type { VotingRules } from './poll.js'
import { anonymousBlocked, holdsVote } from './pollAccess.js'

const place = (permissions: PermissionMap = {}): Protected => ({ permissions, localRoles: {}, blockLocalRoles: false })
const only = (name: string, ...roles: readonly string[]): PermissionMap => ({ [name]: { roles, acquired: false } })

const root = place()
const secret = place(only(permission.view, 'Manager'))
const forAll = place(only(permission.vote, 'Member', 'Anonymous'))
const forMembers = place(only(permission.vote, 'Member'))

const mia: Caller = { kind: 'member', id: 'mia', fullname: '', roles: ['Member'], groups: [] }
const max: Caller = { ...mia, id: 'max', roles: ['Manager'] }

const holds = (caller: Caller, ...lineage: readonly Protected[]) =>
  holdsVote({ caller, lineage, site: stockPermissions })

const open: VotingRules = {
  state: 'open',
  allowAnonymous: true,
  options: [],
  maxChoices: 1,
  openDate: null,
  closeDate: null,
}
const blocked = (poll: VotingRules, ...lineage: readonly Protected[]) =>
  anonymousBlocked(poll, { lineage, site: stockPermissions })

describe('the permission to vote', () => {
  it('is granted to no role by the site', () => {
    expect(holds(mia, root, forMembers)).toBe(true)
    expect(holds(anonymous, root, forMembers)).toBe(false)
    expect(holds(anonymous, root, forAll)).toBe(true)
    expect(holds(max, root, root)).toBe(false)
    expect(holds(max, root, forMembers)).toBe(false)
  })

  it('is effective together with View of the poll (docs/polls.md, Voters)', () => {
    expect(holds(mia, root, secret, forAll)).toBe(false)
    expect(holds({ ...max, roles: ['Manager', 'Member'] }, root, secret, forAll)).toBe(true)
  })
})

describe('anonymous_blocked', () => {
  it('is true if an open poll allows anonymous votes, but its permissions do not', () => {
    expect(blocked(open, root, forAll)).toBe(false)
    expect(blocked(open, root, forMembers)).toBe(true)
  })

  it('is true if visitors may not view the poll', () => {
    expect(blocked(open, root, secret, forAll)).toBe(true)
  })

  it('is false for a poll that is not open or does not allow anonymous votes', () => {
    expect(blocked({ ...open, allowAnonymous: false }, root, forMembers)).toBe(false)
    for (const state of ['private', 'pending', 'closed'] as const)
      expect(blocked({ ...open, state }, root, forMembers)).toBe(false)
  })
})
