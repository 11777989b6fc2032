import type { RoleSetting } from '../answers/sharing.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { message, type ReadResult } from '../foundation/messages.js'
import { authenticatedUsers, groupPrincipal } from './caller.js'
import { type Lineage, type Protected, permission } from './permissions.js'

export interface SharingRole {
  readonly id: string
  readonly title: string
  readonly permission: string
}

/**
 * The roles that can be granted on individual objects, in display order. Owner cannot be granted
 * (docs/content-and-access.md, Local roles).
 */
export const sharingRoles: readonly SharingRole[] = [
  { id: 'Contributor', title: 'Can add', permission: permission.delegateContributor },
  { id: 'Editor', title: 'Can edit', permission: permission.delegateEditor },
  { id: 'Reader', title: 'Can view', permission: permission.delegateReader },
  { id: 'Reviewer', title: 'Can review', permission: permission.delegateReviewer },
]

export function sharingPrincipals(lineage: Lineage, roles: readonly string[]): readonly string[] {
  const everybody = groupPrincipal(authenticatedUsers)
  const sources = [...lineage.slice(-1), ...sourcesAbove(lineage)]
  const holders = sources.flatMap(({ localRoles }) =>
    Object.keys(localRoles).filter(principal => roles.some(role => hasRoleAt({ localRoles }, principal, role))),
  )
  return [...new Set([everybody, ...holders])]
}

/**
 * Returns the setting of each role for a principal. If a role has several sources, `global` takes precedence over
 * `acquired`, and `acquired` over `true`.
 */
export function roleSettings(
  principal: string,
  lineage: Lineage,
  of: { readonly roles: readonly string[]; readonly globalRoles: readonly string[] },
): Readonly<Record<string, RoleSetting>> {
  const here = lineage.slice(-1)
  const above = sourcesAbove(lineage)
  const setting = (role: string): RoleSetting => {
    if (of.globalRoles.includes(role)) return 'global'
    if (above.some(source => hasRoleAt(source, principal, role))) return 'acquired'
    return here.some(source => hasRoleAt(source, principal, role))
  }
  return Object.fromEntries(of.roles.map(role => [role, setting(role)]))
}

function sourcesAbove(lineage: Lineage): Lineage {
  const upwards = lineage.toReversed()
  const blocking = upwards.findIndex(({ blockLocalRoles }) => blockLocalRoles)
  return upwards.slice(1, blocking < 0 ? upwards.length : blocking + 1)
}

const hasRoleAt = ({ localRoles }: Pick<Protected, 'localRoles'>, principal: string, role: string): boolean =>
  rolesAt(localRoles, principal).includes(role)

const rolesAt = (localRoles: Protected['localRoles'], principal: string): readonly string[] =>
  Object.hasOwn(localRoles, principal) ? (localRoles[principal] ?? []) : []

export interface SharingChange {
  readonly principal: string
  /**
   * The requested roles. `true` grants a role, and `false` or a missing role revokes it. `global` and `acquired` have
   * no effect.
   */
  readonly roles: ReadonlyMap<string, RoleSetting>
}

/** Changes the local roles of an object. Roles that the caller may not delegate remain unchanged. */
export function shareWith<P extends Protected>(
  object: P,
  changes: readonly SharingChange[],
  delegable: readonly string[],
): P {
  const localRoles = changes.reduce((before, { principal, roles }) => {
    const current = rolesAt(before, principal)
    const retained = current.filter(role => !delegable.includes(role) || Boolean(roles.get(role)))
    const added = delegable.filter(role => !current.includes(role) && roles.get(role) === true)
    return withRoles(before, principal, [...retained, ...added])
  }, object.localRoles)
  return { ...object, localRoles }
}

function withRoles(
  localRoles: Protected['localRoles'],
  principal: string,
  roles: readonly string[],
): Protected['localRoles'] {
  if (roles.length > 0) return { ...localRoles, [principal]: roles }
  return Object.fromEntries(Object.entries(localRoles).filter(([name]) => name !== principal))
}

/**
 * Changes whether an object inherits local roles. A user who disables the inheritance becomes a Reader of the object,
 * because the user could otherwise lose access to it.
 */
export function inheritRoles<P extends Protected>(object: P, inherit: boolean, principal: string): P {
  if (object.blockLocalRoles === !inherit) return object
  if (inherit) return { ...object, blockLocalRoles: false }
  const roles = new Set([...rolesAt(object.localRoles, principal), 'Reader'])
  return { ...object, blockLocalRoles: true, localRoles: withRoles(object.localRoles, principal, [...roles]) }
}

export interface SharingEntry {
  readonly id: string
  readonly type: 'user' | 'group' | null
  readonly roles: ReadonlyMap<string, RoleSetting>
}

type SharingRead = ReadResult<{ readonly entries: readonly SharingEntry[]; readonly inherit: boolean | null }>

const maxEntries = 1000

/** Validates the body of a sharing request, which contains `entries`, `inherit` or both. All other keys are ignored. */
export function readSharing({ entries: items = [], inherit = null }: JsonObject): SharingRead {
  if (inherit !== null && typeof inherit !== 'boolean') return { ok: false, reason: message('sharing.inherit') }
  if (!Array.isArray(items) || items.length > maxEntries)
    return { ok: false, reason: message('sharing.entries', { limit: maxEntries }) }
  const entries: SharingEntry[] = []
  for (const [i, value] of items.entries()) {
    const entry = readEntry(value)
    if (!entry) return { ok: false, reason: message('sharing.entry', { number: i + 1 }) }
    entries.push(entry)
  }
  return { ok: true, entries, inherit }
}

function readEntry(value: JsonValue): SharingEntry | undefined {
  if (!isJsonObject(value)) return undefined
  const { id, type = null, roles } = value
  if (typeof id !== 'string' || id === '' || !isJsonObject(roles)) return undefined
  if (type !== null && type !== 'user' && type !== 'group') return undefined
  const settings = Object.entries(roles)
  return settings.every(isSetting) ? { id, type, roles: new Map(settings) } : undefined
}

/** Whether a setting is valid. `global` and `acquired` are valid, because clients send unchanged settings back. */
const isSetting = (setting: [string, JsonValue]): setting is [string, RoleSetting] =>
  typeof setting[1] === 'boolean' || setting[1] === 'global' || setting[1] === 'acquired'
