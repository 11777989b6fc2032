import fc from 'fast-check'
import { anonymous, type Caller, groupPrincipal, type Member, principalsOf, userIdOf, userPrincipal } from './caller.js'
import {
  holderNames,
  holdersOf,
  holdsPermission,
  type Lineage,
  type Protected,
  permission,
  type RoleGrant,
  rolesAllowed,
  rolesOf,
  type SitePermissions,
  stockPermissions,
} from './permissions.js'

const site: SitePermissions = { View: ['Manager', 'Anonymous'], Edit: ['Manager', 'Editor'] }

const ada: Member = { kind: 'member', id: 'ada', fullname: 'Ada', roles: ['Member'], groups: ['staff'] }

function place(overrides: Partial<Protected> = {}): Protected {
  return { permissions: {}, localRoles: {}, blockLocalRoles: false, ...overrides }
}

const only = (...roles: string[]): RoleGrant => ({ roles, acquired: false })
const also = (...roles: string[]): RoleGrant => ({ roles, acquired: true })
const granting = (name: string, grant: RoleGrant): Protected => place({ permissions: { [name]: grant } })
const local = (localRoles: Protected['localRoles']): Protected => place({ localRoles })
const allowed = (name: string, lineage: Lineage) => [...rolesAllowed(name, lineage, site)].sort()
const holds = (name: string, caller: Caller, lineage: Lineage) => holdsPermission(name, { caller, lineage, site })

describe('the roles that have a permission', () => {
  it('are those of the site if no object sets it', () => {
    expect(allowed('View', [place(), place()])).toEqual(['Anonymous', 'Manager'])
    expect(allowed('View', [])).toEqual(['Anonymous', 'Manager'])
  })

  it('are exactly those that an object sets without acquisition', () => {
    expect(allowed('View', [granting('View', only('Reader')), place()])).toEqual(['Reader'])
    expect(allowed('View', [granting('View', only('Reader')), granting('View', only('Owner'))])).toEqual(['Owner'])
    expect(allowed('View', [granting('View', only())])).toEqual([])
  })

  it('include those of the containers if an object acquires them', () => {
    expect(allowed('View', [granting('View', also('Owner'))])).toEqual(['Anonymous', 'Manager', 'Owner'])
    expect(allowed('View', [granting('View', only('Reader')), granting('View', also('Owner'))])).toEqual([
      'Owner',
      'Reader',
    ])
  })

  it('are independent of other permissions', () => {
    expect(allowed('Edit', [granting('View', only('Reader'))])).toEqual(['Editor', 'Manager'])
  })

  it('are empty for an unknown permission, even with the name of an inherited property', () => {
    expect(allowed('Fly', [place()])).toEqual([])
    expect(holds('hasOwnProperty', ada, [granting('hasOwnProperty', only('Member'))])).toBe(true)
  })
})

describe('the roles of a caller', () => {
  it('include Anonymous for all callers and Authenticated for members, in addition to the roles of the user', () => {
    expect([...rolesOf(anonymous, [place()])]).toEqual(['Anonymous'])
    expect([...rolesOf(ada, [place()])].sort()).toEqual(['Anonymous', 'Authenticated', 'Member'])
  })

  it('include those granted here or in a container to the user or to a group', () => {
    const lineage = [local({ 'group:staff': ['Reader'] }), local({ 'user:ada': ['Owner'], 'user:bob': ['Editor'] })]
    expect([...rolesOf(ada, lineage)].sort()).toEqual(['Anonymous', 'Authenticated', 'Member', 'Owner', 'Reader'])
    expect([...rolesOf(ada, lineage.slice(0, 1))]).not.toContain('Owner')
  })

  it('include those granted to the group of all logged-in users', () => {
    const lineage = [local({ 'group:AuthenticatedUsers': ['Reader'] })]
    expect(rolesOf({ ...ada, groups: [] }, lineage)).toContain('Reader')
    expect(rolesOf(anonymous, lineage)).not.toContain('Reader')
  })

  it('exclude those of containers above an object that blocks them', () => {
    const lineage = [
      local({ 'user:ada': ['Editor'] }),
      place({ localRoles: { 'user:ada': ['Reader'] }, blockLocalRoles: true }),
      local({ 'user:ada': ['Owner'] }),
    ]
    const roles = rolesOf(ada, lineage)
    expect([roles.has('Owner'), roles.has('Reader'), roles.has('Editor')]).toEqual([true, true, false])
  })

  it('exclude those of a group with the name of the user', () => {
    expect(rolesOf(ada, [local({ 'group:ada': ['Editor'], 'user:staff': ['Editor'] })])).not.toContain('Editor')
  })
})

describe('a caller', () => {
  it('has a permission that one of the roles has', () => {
    expect(holds('View', anonymous, [place()])).toBe(true)
    expect(holds('Edit', ada, [place()])).toBe(false)
    expect(holds('Edit', ada, [local({ 'user:ada': ['Editor'] })])).toBe(true)
    expect(holds('View', ada, [granting('View', only('Manager'))])).toBe(false)
  })

  it('has the ids of the user, the groups, and the group of all members', () => {
    expect(principalsOf(ada)).toEqual([userPrincipal('ada'), groupPrincipal('staff'), 'group:AuthenticatedUsers'])
    expect(principalsOf(anonymous)).toEqual([])
    expect([userIdOf(ada), userIdOf(anonymous)]).toEqual(['ada', ''])
    expect(holderNames(ada)).toEqual(['Member', 'Authenticated', 'Anonymous', ...principalsOf(ada)])
    expect(holderNames(anonymous)).toEqual(['Anonymous'])
  })
})

describe('the holders of a permission', () => {
  it('are roles, and principals with sufficient local roles, sorted', () => {
    const lineage = [
      granting('View', only('Reader', 'Editor')),
      local({ 'user:bob': ['Editor'], 'user:ada': ['Reader'], 'group:staff': ['Contributor'] }),
    ]
    expect(holdersOf('View', lineage, site)).toEqual(['Editor', 'Reader', 'user:ada', 'user:bob'])
  })

  it('exclude principals whose local roles an object blocks', () => {
    const lineage = [
      granting('View', only('Reader')),
      local({ 'user:bob': ['Reader'] }),
      place({ localRoles: { 'user:ada': ['Reader'] }, blockLocalRoles: true }),
    ]
    expect(holdersOf('View', lineage, site)).toEqual(['Reader', 'user:ada'])
  })
})

// A simple model of the rules, which evaluates a lineage from the object upwards. The implementation must return the
// same results.
function modelAllowed(name: string, lineage: Lineage): string[] {
  const here = lineage.at(-1)
  if (!here) return [...(site[name] ?? [])]
  const grant = here.permissions[name]
  if (grant && !grant.acquired) return [...grant.roles]
  return [...(grant?.roles ?? []), ...modelAllowed(name, lineage.slice(0, -1))]
}

function modelLocalRoles(principals: readonly string[], lineage: Lineage): string[] {
  const here = lineage.at(-1)
  if (!here) return []
  const granted = principals.flatMap(principal => here.localRoles[principal] ?? [])
  return here.blockLocalRoles ? granted : [...granted, ...modelLocalRoles(principals, lineage.slice(0, -1))]
}

function modelHolds(name: string, caller: Caller, lineage: Lineage): boolean {
  const own = caller.kind === 'member' ? [...caller.roles, 'Authenticated', 'Anonymous'] : ['Anonymous']
  const roles = [...own, ...modelLocalRoles(principalsOf(caller), lineage)]
  return roles.some(role => modelAllowed(name, lineage).includes(role))
}

describe('any lineage', () => {
  const roles = fc.subarray(['Anonymous', 'Authenticated', 'Member', 'Reader', 'Editor', 'Owner', 'Manager'])
  const names = fc.constantFrom('View', 'Edit', 'Fly')
  const principals = fc.constantFrom('user:ada', 'user:bob', 'group:staff', 'group:AuthenticatedUsers')
  const places = fc.record({
    permissions: fc.dictionary(names, fc.record({ roles, acquired: fc.boolean() })),
    localRoles: fc.dictionary(principals, roles),
    blockLocalRoles: fc.boolean(),
  })
  const lineages = fc.array(places, { maxLength: 5 })
  const members = fc.record({
    kind: fc.constant('member' as const),
    id: fc.constantFrom('ada', 'bob'),
    fullname: fc.constant(''),
    roles,
    groups: fc.subarray(['staff', 'others']),
  })
  const callers = fc.oneof(fc.constant<Caller>(anonymous), members)

  it('grants a permission to exactly the callers of the model', () => {
    fc.assert(
      fc.property(names, callers, lineages, (name, caller, lineage) => {
        expect(holds(name, caller, lineage)).toBe(modelHolds(name, caller, lineage))
      }),
      { numRuns: 1000 },
    )
  })

  it('is found by exactly the callers who have the permission', () => {
    fc.assert(
      fc.property(names, callers, lineages, (name, caller, lineage) => {
        const isHolder = holdersOf(name, lineage, site).some(holder => holderNames(caller).includes(holder))
        expect(isHolder).toBe(holds(name, caller, lineage))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the permissions of a stock site', () => {
  const M = 'Manager'
  const S = 'Site Administrator'
  const [O, E, V, C, R, A] = ['Owner', 'Editor', 'Reviewer', 'Contributor', 'Reader', 'Anonymous']

  it.each<[string, readonly string[]]>([
    [permission.view, [M, S, R, E, C, A]],
    [permission.accessContents, [M, S, R, E, C, A]],
    [permission.modify, [M, S, E, O]],
    [permission.add, [M, S, O, C]],
    [permission.delete, [M, S, O, E]],
    [permission.listFolder, [M, S, O, V, E, C]],
    [permission.requestReview, [M, S, O, E]],
    [permission.review, [M, S, V]],
    [permission.accessInactive, [M, S, O]],
    [permission.accessVersions, [M, S, O, E, V, C]],
    [permission.revertVersions, [M, S, O, E, V]],
    [permission.manageContextAliases, [M, S, O, E]],
    [permission.manageSiteAliases, [M, S]],
    [permission.delegateRoles, [M, S, O, E, V]],
    [permission.delegateReader, [M, S, O, E, V]],
    [permission.delegateEditor, [M, S, O, E]],
    [permission.delegateContributor, [M, S, O]],
    [permission.delegateReviewer, [M, S, V]],
    [permission.changeLocalRoles, [M, S]],
    [permission.addMember, [M, S]],
    [permission.readUsers, [M, S]],
    [permission.manageUsers, [M, S]],
    [permission.setUpSite, [M, S]],
    [permission.manageSite, [M]],
    [permission.addPoll, [M, S, O, C]],
    [permission.closePoll, [M, S, V]],
    [permission.vote, []],
  ])('%s is held by %j', (name, roles) => {
    expect(stockPermissions[name]?.toSorted()).toEqual(roles.toSorted())
  })

  it('are all in the table above', () => {
    expect(Object.keys(stockPermissions).toSorted()).toEqual(Object.values(permission).toSorted())
    expect(Object.keys(stockPermissions)).toHaveLength(27)
  })
})
