import { memoizeByIdentity } from '../foundation/memoizeByIdentity.js'
import { type Caller, globalRoles, principalsOf } from './caller.js'

/**
 * The roles that have a permission on an object. If `acquired` is true, the roles that have the permission on the
 * container also have it on the object.
 */
export interface RoleGrant {
  readonly roles: readonly string[]
  readonly acquired: boolean
}

/** The grants by permission name, such as `{ View: { roles: ['Member'], acquired: false } }`. */
export type PermissionMap = Readonly<Record<string, RoleGrant>>

/** The access rules of a single object. Access to an object depends on its entire lineage. */
export interface Protected {
  readonly permissions: PermissionMap
  /** The roles on this object and its descendants, by principal, such as `{ 'user:alice': ['Editor'] }`. */
  readonly localRoles: Readonly<Record<string, readonly string[]>>
  /** Whether this object and its descendants ignore the local roles of their containers. */
  readonly blockLocalRoles: boolean
}

export type Lineage = readonly Protected[]

/**
 * The roles that have a permission on the entire site, by permission. An object that does not acquire a permission
 * overrides these roles.
 */
export type SitePermissions = Readonly<Record<string, readonly string[]>>

/** Returns the roles that have a permission on the last object of the lineage, including acquired roles. */
export function rolesAllowed(permission: string, lineage: Lineage, site: SitePermissions): ReadonlySet<string> {
  const roles = new Set<string>()
  for (const object of lineage.toReversed()) {
    const grant = Object.hasOwn(object.permissions, permission) ? object.permissions[permission] : undefined
    for (const role of grant?.roles ?? []) roles.add(role)
    if (grant && !grant.acquired) return roles
  }
  for (const role of site[permission] ?? []) roles.add(role)
  return roles
}

export function rolesOf(caller: Caller, lineage: Lineage): ReadonlySet<string> {
  const roles = new Set(globalRoles(caller))
  const principals = principalsOf(caller)
  for (const object of lineage.toReversed()) {
    for (const principal of principals) {
      if (Object.hasOwn(object.localRoles, principal))
        for (const role of object.localRoles[principal] ?? []) roles.add(role)
    }
    if (object.blockLocalRoles) break
  }
  return roles
}

interface Access {
  readonly caller: Caller
  readonly lineage: Lineage
  readonly site: SitePermissions
}

interface CachedAccess extends Omit<Access, 'lineage'> {
  readonly results: Map<string, boolean>
}

const cachedByLineage = new WeakMap<Lineage, CachedAccess>()

/**
 * Whether a caller has a permission. Results are cached by object identity, because lineages, callers and permissions
 * are immutable.
 */
export function holdsPermission(permission: string, access: Access): boolean {
  const { results } = cachedAccessOf(access)
  const cached = results.get(permission)
  if (cached !== undefined) return cached
  const result = computePermission(permission, access)
  results.set(permission, result)
  return result
}

function cachedAccessOf({ caller, lineage, site }: Access): CachedAccess {
  const cached = cachedByLineage.get(lineage)
  if (cached?.caller === caller && cached.site === site) return cached
  const created: CachedAccess = { caller, site, results: new Map() }
  cachedByLineage.set(lineage, created)
  return created
}

function computePermission(permission: string, { caller, lineage, site }: Access): boolean {
  const allowed = rolesAllowed(permission, lineage, site)
  for (const role of rolesOf(caller, lineage)) if (allowed.has(role)) return true
  return false
}

/**
 * Returns the roles that have a permission on the last object of the lineage, and the principals whose local roles
 * include one of these roles. The result is sorted, so that equal access produces equal lists.
 */
export function holdersOf(permission: string, lineage: Lineage, site: SitePermissions): readonly string[] {
  const allowed = rolesAllowed(permission, lineage, site)
  const holders = new Set(allowed)
  for (const object of lineage.toReversed()) {
    for (const [principal, roles] of Object.entries(object.localRoles)) {
      if (roles.some(role => allowed.has(role))) holders.add(principal)
    }
    if (object.blockLocalRoles) break
  }
  return [...holders].sort()
}

/**
 * Returns the intersection of two lists of holders. Everybody has the role Anonymous, and every member has the role
 * Authenticated. If a list contains such a role, the result therefore includes all names in the other list. A caller
 * who is in the two lists under different names is excluded, because the result must not grant more access than either
 * list.
 */
export function intersectHolders(a: readonly string[], b: readonly string[]): readonly string[] {
  for (const role of ['Anonymous', 'Authenticated']) {
    if (a.includes(role)) return b
    if (b.includes(role)) return a
  }
  return a.filter(name => b.includes(name))
}

export const holderNames: (caller: Caller) => readonly string[] = memoizeByIdentity(caller => [
  ...globalRoles(caller),
  ...principalsOf(caller),
])

/**
 * Returns the roles and principals that apply to a caller, sorted and without duplicates. Callers with equal lists can
 * view the same content.
 */
export const sortedHolderNames: (caller: Caller) => readonly string[] = memoizeByIdentity(caller =>
  [...new Set(holderNames(caller))].sort(),
)

/** Whether two permission maps are equal, regardless of the order of permissions and roles. */
export function samePermissions(a: PermissionMap, b: PermissionMap): boolean {
  const serialize = (map: PermissionMap): string =>
    JSON.stringify(
      Object.keys(map)
        .sort()
        .map(name => [name, map[name]?.acquired, [...(map[name]?.roles ?? [])].sort()]),
    )
  return serialize(a) === serialize(b)
}

/** The permissions that core checks (docs/content-and-access.md, Permissions; docs/polls.md, Voters). */
export const permission = {
  view: 'View',
  accessContents: 'Access contents information',
  modify: 'Modify portal content',
  add: 'Add portal content',
  delete: 'Delete objects',
  listFolder: 'List folder contents',
  requestReview: 'Request review',
  review: 'Review portal content',
  accessInactive: 'Access inactive portal content',
  accessVersions: 'CMFEditions: Access previous versions',
  revertVersions: 'CMFEditions: Revert to previous versions',
  manageContextAliases: 'Manage Context Aliases',
  manageSiteAliases: 'Manage Portal Aliases',
  delegateRoles: 'Sharing page: Delegate roles',
  delegateReader: 'Sharing page: Delegate Reader role',
  delegateEditor: 'Sharing page: Delegate Editor role',
  delegateContributor: 'Sharing page: Delegate Contributor role',
  delegateReviewer: 'Sharing page: Delegate Reviewer role',
  changeLocalRoles: 'Change local roles',
  addMember: 'Add portal member',
  readUsers: 'Access Plone user information',
  manageUsers: 'Plone Site Setup: Users and Groups',
  setUpSite: 'Plone Site Setup: Site',
  manageSite: 'Manage portal',
  addPoll: 'collective.polls: Add poll',
  closePoll: 'collective.polls: Close poll',
  vote: 'collective.polls: Vote',
} as const

export const assignableRoles = [
  'Contributor',
  'Editor',
  'Member',
  'Reader',
  'Reviewer',
  'Site Administrator',
  'Manager',
] as const

/**
 * The roles that depend on the login or on the ownership of an object. These roles cannot be granted on the entire
 * site.
 */
export const implicitRoles = ['Anonymous', 'Authenticated', 'Owner'] as const

const administrators = ['Manager', 'Site Administrator']
const editors = [...administrators, 'Owner', 'Editor']
const readers = [...administrators, 'Reader', 'Editor', 'Contributor']

/** The roles that have each permission unless an object overrides them (docs/content-and-access.md, Permissions). */
export const stockPermissions: SitePermissions = {
  [permission.view]: [...readers, 'Anonymous'],
  [permission.accessContents]: [...readers, 'Anonymous'],
  [permission.modify]: editors,
  [permission.add]: [...administrators, 'Owner', 'Contributor'],
  [permission.delete]: editors,
  [permission.listFolder]: [...editors, 'Reviewer', 'Contributor'],
  [permission.requestReview]: editors,
  [permission.review]: [...administrators, 'Reviewer'],
  [permission.accessInactive]: [...administrators, 'Owner'],
  [permission.accessVersions]: [...editors, 'Reviewer', 'Contributor'],
  [permission.revertVersions]: [...editors, 'Reviewer'],
  [permission.manageContextAliases]: editors,
  [permission.manageSiteAliases]: administrators,
  [permission.delegateRoles]: [...editors, 'Reviewer'],
  [permission.delegateReader]: [...editors, 'Reviewer'],
  [permission.delegateEditor]: editors,
  [permission.delegateContributor]: [...administrators, 'Owner'],
  [permission.delegateReviewer]: [...administrators, 'Reviewer'],
  [permission.changeLocalRoles]: administrators,
  [permission.addMember]: administrators,
  [permission.readUsers]: administrators,
  [permission.manageUsers]: administrators,
  [permission.setUpSite]: administrators,
  [permission.manageSite]: ['Manager'],
  [permission.addPoll]: [...administrators, 'Owner', 'Contributor'],
  [permission.closePoll]: [...administrators, 'Reviewer'],
  // The workflow state of a poll grants this permission, so no role has it on the entire site.
  [permission.vote]: [],
}
