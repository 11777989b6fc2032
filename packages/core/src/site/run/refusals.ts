import type { Lineage } from '../../content/node/lineage.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { anonymous } from '../../security/caller.js'
import { holdsPermission } from '../../security/permissions.js'
import { permission } from '../../security/stockPermissions.js'
import type { Environment } from './environment.js'

export function notFound(path: string | undefined, lineage: Lineage, environment: Environment): DomainError {
  const reason = path === undefined ? message('content.missing') : message('operation.missing', { path })
  return new DomainError('not-found', reason, { context: nearestPublic(lineage, environment) })
}

export function unauthorized(lineage: Lineage, environment: Environment): DomainError {
  return new DomainError('unauthorized', message('access.denied'), { context: nearestPublic(lineage, environment) })
}

/**
 * The path of the closest public object in the lineage; errors reveal no other path (docs/content-and-access.md,
 * Visibility, rule 4). Null if not even the site root is public.
 */
export function nearestPublic(lineage: Lineage, { registry }: Environment): string | null {
  const isPublic = (depth: number): boolean =>
    holdsPermission(permission.view, {
      caller: anonymous,
      lineage: lineage.slice(0, depth),
      site: registry.permissions,
    })
  for (let depth = lineage.length; depth > 0; depth--) if (isPublic(depth)) return lineage[depth - 1]?.path ?? null
  return null
}
