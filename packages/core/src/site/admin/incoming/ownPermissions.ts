import type { RegisteredType } from '../../../content/model/model.js'
import { rootPath } from '../../../foundation/paths.js'
import { type PermissionMap, type RoleGrant, samePermissions } from '../../../security/permissions.js'
import type { Environment } from '../../run/environment.js'
import type { FoundIn } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'

interface OwnPermissions {
  readonly permissions: PermissionMap
  readonly found: readonly FoundIn[]
}

/** The permissions of an object itself, without grants equal to those of its type or of the site. */
export function ownPermissions(
  { registry }: Environment,
  type: RegisteredType,
  { permissions, path }: Pick<IncomingObject, 'permissions' | 'path'>,
): OwnPermissions {
  // Plone adds the owner of the site root to permissions of administrators.
  const isRoot = path === rootPath
  const usual = (name: string): RoleGrant | undefined => {
    const granted = isRoot ? registry.permissions : (type.grants ?? {})
    const roles = Object.hasOwn(granted, name) ? granted[name] : undefined
    return roles && { roles: roles.filter(role => !isRoot || role !== 'Owner'), acquired: false }
  }
  const found: FoundIn[] = []
  const own = Object.entries(permissions).filter(([name, grant]) => {
    const isKnown = Object.hasOwn(registry.permissions, name)
    if (!isKnown) found.push({ kind: 'permission', weight: 'note', key: 'local_permissions', detail: name })
    const known = usual(name)
    const granted = { ...grant, roles: grant.roles.filter(role => !isRoot || role !== 'Owner') }
    return isKnown && !(known && samePermissions({ [name]: granted }, { [name]: known }))
  })
  return { permissions: Object.fromEntries(own), found }
}
