import { memoizeByIdentity } from '../foundation/memoizeByIdentity.js'
import { type Caller, globalRoles, principalsOf } from './caller.js'

/** The roles that have a permission on an object; with `acquired`, roles granted on its containers have it too. */
export interface RoleGrant {
  readonly roles: readonly string[]
  readonly acquired: boolean
}

/** Grants by permission name: `{ View: { roles: ['Member'], acquired: false } }`. */
export type PermissionMap = Readonly<Record<string, RoleGrant>>

/** The access rules of one object. Access depends on the rules of its whole lineage (site root first, object last). */
export interface Protected {
  readonly permissions: PermissionMap
  /** Roles on this object and below, by principal: `{ 'user:alice': ['Editor'] }`. */
  readonly localRoles: Readonly<Record<string, readonly string[]>>
  /** True if local roles of the containers above have no effect on this object and below. */
  readonly blockLocalRoles: boolean
}

export type Lineage = readonly Protected[]

/** The roles that have a permission on the whole site, by permission. Objects that do not acquire can override them. */
export type SitePermissions = Readonly<Record<string, readonly string[]>>

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

/** The cached results for a lineage and its latest caller. */
interface CachedAccess extends Omit<Access, 'lineage'> {
  readonly results: Map<string, boolean>
}

const cachedByLineage = new WeakMap<Lineage, CachedAccess>()

/** Caches results by identity, because lineages, callers and permissions are immutable. */
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
 * All holders of a permission on the last object of the lineage: role names, and principals with a local role that
 * grants it. Sorted, so that equal access gives equal lists.
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
 * The intersection of two lists of holders. Everybody has the role Anonymous and every member Authenticated, so a list
 * with either of them includes all names of the other list. A caller who is in each list under a different name is
 * excluded: the result never grants more access than either list.
 */
export function intersectHolders(a: readonly string[], b: readonly string[]): readonly string[] {
  for (const role of ['Anonymous', 'Authenticated']) {
    if (a.includes(role)) return b
    if (b.includes(role)) return a
  }
  return a.filter(name => b.includes(name))
}

/** The names of a caller in the result of `holdersOf`. */
export const holderNames: (caller: Caller) => readonly string[] = memoizeByIdentity(caller => [
  ...globalRoles(caller),
  ...principalsOf(caller),
])

/** The same names, sorted and without duplicates: callers with equal lists may view the same content. */
export const sortedHolderNames: (caller: Caller) => readonly string[] = memoizeByIdentity(caller =>
  [...new Set(holderNames(caller))].sort(),
)

/** Whether two maps are equal, ignoring the order of permissions and roles. */
export function samePermissions(a: PermissionMap, b: PermissionMap): boolean {
  const serialize = (map: PermissionMap): string =>
    JSON.stringify(
      Object.keys(map)
        .sort()
        .map(name => [name, map[name]?.acquired, [...(map[name]?.roles ?? [])].sort()]),
    )
  return serialize(a) === serialize(b)
}
