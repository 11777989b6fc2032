import type { ContentPayload } from '../../answers/content.js'
import { isVersionable } from '../../content/model/registry.js'
import { type ContentNode, containersOf } from '../../content/node/node.js'
import type { StoredVersion } from '../../content/store/versions.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { idOfPath, joinPath, parentPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { nearestPublic, type RequestContext, requirePermission } from '../run/requestContext.js'
import { presentContent } from './presentContent.js'

/**
 * The payload of a version: its fields, view, states and short name. Permissions, content and containers are the
 * current ones (docs/workflow-and-history.md, Versions and revert).
 */
export async function presentVersion(context: RequestContext, versionNumber: string): Promise<ContentPayload> {
  requirePermission(context, permission.accessVersions)
  const version = await findVersion(context, versionNumber)
  // Presented at the current path, so that links and look-ups of containers work.
  const content = await presentContent(context, [...containersOf(context.lineage), withVersion(context, version.node)])
  const id = idOfPath(version.node.path)
  return {
    ...content,
    '@id': urlOf(context.base, joinPath(parentPath(context.node.path), id)),
    id,
    // An imported version may have another UID.
    UID: version.node.uid,
    version: String(version.number),
  }
}

/** Throws a DomainError `not-found` when the number is invalid or unknown, or the type has no versions. */
export async function findVersion(context: RequestContext, versionNumber: string): Promise<StoredVersion> {
  const { type, reader, node } = context
  const isNumber = /^(?:0|[1-9]\d{0,14})$/.test(versionNumber)
  const version = isNumber && isVersionable(type) ? await reader.version(node.uid, Number(versionNumber)) : null
  if (version) return version
  throw new DomainError('not-found', message('version.missing', { version: versionNumber.slice(0, 100) }), {
    context: nearestPublic(context.lineage, context.environment),
  })
}

function withVersion({ node, environment }: RequestContext, versionNode: ContentNode): ContentNode {
  const { fields, layout, states, created, modified, behaviors = [] } = versionNode
  // The site may no longer have the type of the version.
  const type = environment.registry.types.has(versionNode.type) ? versionNode.type : node.type
  return { ...node, type, fields, layout, states, created, modified, behaviors }
}
