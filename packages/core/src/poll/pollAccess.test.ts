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

describe('what voting takes', () => {
  it('is the permission to vote, which nobody has from the whole site', () => {
    expect(holds(mia, root, forMembers)).toBe(true)
    expect(holds(anonymous, root, forMembers)).toBe(false)
    expect(holds(anonymous, root, forAll)).toBe(true)
    expect(holds(max, root, root)).toBe(false)
    expect(holds(max, root, forMembers)).toBe(false)
  })

  it('and View of the poll (docs/polls.md, Voters)', () => {
    expect(holds(mia, root, secret, forAll)).toBe(false)
    expect(holds({ ...max, roles: ['Manager', 'Member'] }, root, secret, forAll)).toBe(true)
  })
})

describe('visitors are blocked', () => {
  it('where an open poll allows their votes, but not by its permissions', () => {
    expect(blocked(open, root, forAll)).toBe(false)
    expect(blocked(open, root, forMembers)).toBe(true)
  })

  it('or where they may not see it any more', () => {
    expect(blocked(open, root, secret, forAll)).toBe(true)
  })

  it('only of a poll that is open and allows their votes', () => {
    expect(blocked({ ...open, allowAnonymous: false }, root, forMembers)).toBe(false)
    for (const state of ['private', 'pending', 'closed'] as const)
      expect(blocked({ ...open, state }, root, forMembers)).toBe(false)
  })
})
