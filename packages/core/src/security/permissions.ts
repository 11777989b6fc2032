import { type Caller, globalRoles, principalsOf } from './caller.js'

/** The roles that a place gives a permission to; `acquired` adds those of the containers above it. */
export interface RoleGrant {
  readonly roles: readonly string[]
  readonly acquired: boolean
}

export type PermissionMap = Readonly<Record<string, RoleGrant>>

/** What an object says about access; its lineage (site root first, object last) decides together. */
export interface Protected {
  readonly permissions: PermissionMap
  /** Roles given here and below, by principal (`user:…`, `group:…`). */
  readonly localRoles: Readonly<Record<string, readonly string[]>>
  /** True when local roles of the containers above do not count here and below. */
  readonly blockLocalRoles: boolean
}

export type Lineage = readonly Protected[]

/** The roles that hold a permission whatever an object says of it: those of the whole site. */
export type SitePermissions = Readonly<Record<string, readonly string[]>>

export function rolesAllowed(permission: string, lineage: Lineage, site: SitePermissions): ReadonlySet<string> {
  const roles = new Set<string>()
  for (const place of lineage.toReversed()) {
    const grant = Object.hasOwn(place.permissions, permission) ? place.permissions[permission] : undefined
    for (const role of grant?.roles ?? []) roles.add(role)
    if (grant && !grant.acquired) return roles
  }
  for (const role of site[permission] ?? []) roles.add(role)
  return roles
}

export function rolesOf(caller: Caller, lineage: Lineage): ReadonlySet<string> {
  const roles = new Set(globalRoles(caller))
  const principals = principalsOf(caller)
  for (const place of lineage.toReversed()) {
    for (const principal of principals) {
      if (Object.hasOwn(place.localRoles, principal))
        for (const role of place.localRoles[principal] ?? []) roles.add(role)
    }
    if (place.blockLocalRoles) break
  }
  return roles
}

export function holdsPermission(
  permission: string,
  access: { caller: Caller; lineage: Lineage; site: SitePermissions },
): boolean {
  const allowed = rolesAllowed(permission, access.lineage, access.site)
  for (const role of rolesOf(access.caller, access.lineage)) if (allowed.has(role)) return true
  return false
}

/**
 * Everybody who holds a permission on the last of the lineage: names of roles, and principals whose local roles
 * give it to them. Sorted, so that equal access is an equal list.
 */
export function holdersOf(permission: string, lineage: Lineage, site: SitePermissions): readonly string[] {
  const allowed = rolesAllowed(permission, lineage, site)
  const holders = new Set(allowed)
  for (const place of lineage.toReversed()) {
    for (const [principal, roles] of Object.entries(place.localRoles)) {
      if (roles.some(role => allowed.has(role))) holders.add(principal)
    }
    if (place.blockLocalRoles) break
  }
  return [...holders].sort()
}

/** The names by which a caller is found among the holders of a permission. */
export function holderNames(caller: Caller): readonly string[] {
  return [...globalRoles(caller), ...principalsOf(caller)]
}

/** Whether two maps give the same roles to the same permissions. */
export function samePermissions(a: PermissionMap, b: PermissionMap): boolean {
  const worded = (map: PermissionMap): string =>
    JSON.stringify(
      Object.keys(map)
        .sort()
        .map(name => [name, map[name]?.acquired, [...(map[name]?.roles ?? [])].sort()]),
    )
  return worded(a) === worded(b)
}
