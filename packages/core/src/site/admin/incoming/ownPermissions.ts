import type { RegisteredType } from '../../../content/model/model.js'
import { rootPath } from '../../../foundation/paths.js'
import { type PermissionMap, type RoleGrant, samePermissions } from '../../../security/permissions.js'
import type { Environment } from '../../run/environment.js'
import type { IncomingObject, ObjectFinding } from './incomingSite.js'

export function ownPermissions(
  { registry }: Environment,
  type: RegisteredType,
  { permissions, path }: Pick<IncomingObject, 'permissions' | 'path'>,
): { readonly permissions: PermissionMap; readonly findings: readonly ObjectFinding[] } {
  // Plone adds the Owner role to administrative permissions on the site root, so this role is ignored there.
  const isRoot = path === rootPath
  const inheritedGrant = (name: string): RoleGrant | undefined => {
    const granted = isRoot ? registry.permissions : (type.grants ?? {})
    const roles = Object.hasOwn(granted, name) ? granted[name] : undefined
    return roles && { roles: roles.filter(role => !isRoot || role !== 'Owner'), acquired: false }
  }
  const findings: ObjectFinding[] = []
  const ownGrants = Object.entries(permissions).filter(([name, grant]) => {
    const isKnown = Object.hasOwn(registry.permissions, name)
    if (!isKnown) findings.push({ kind: 'permission', weight: 'note', key: 'local_permissions', detail: name })
    const inherited = inheritedGrant(name)
    const granted = { ...grant, roles: grant.roles.filter(role => !isRoot || role !== 'Owner') }
    return isKnown && !(inherited && samePermissions({ [name]: granted }, { [name]: inherited }))
  })
  return { permissions: Object.fromEntries(ownGrants), findings }
}
