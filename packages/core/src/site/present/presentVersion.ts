import type { ContentPayload } from '../../answers/content.js'
import { isVersionable } from '../../content/model/versioning.js'
import { containersOf } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { StoredVersion } from '../../content/store/versions.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { idOfPath, joinPath, parentPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { demand } from '../run/demand.js'
import { nearestPublic } from '../run/refusals.js'
import type { Visit } from '../run/visit.js'
import { presentContent } from './presentContent.js'

/**
 * The payload of a version: its fields, view, states and short name. Permissions, content and containers are the
 * current ones (docs/workflow-and-history.md, Versions and revert).
 */
export async function presentVersion(visit: Visit, asked: string): Promise<ContentPayload> {
  demand(visit, permission.accessVersions)
  const kept = await findVersion(visit, asked)
  // Presented at the current path, so that links and look-ups of containers work.
  const content = await presentContent(visit, [...containersOf(visit.lineage), asOfVersion(visit, kept.node)])
  const id = idOfPath(kept.node.path)
  return {
    ...content,
    '@id': urlOf(visit.base, joinPath(parentPath(visit.node.path), id)),
    id,
    // An imported version may have another UID.
    UID: kept.node.uid,
    version: String(kept.number),
  }
}

/** Throws a DomainError `not-found` when the number is invalid or unknown, or the type has no versions. */
export async function findVersion(visit: Visit, asked: string): Promise<StoredVersion> {
  const { type, reader, node } = visit
  const isNumber = /^(?:0|[1-9]\d{0,14})$/.test(asked)
  const kept = isNumber && isVersionable(type) ? await reader.version(node.uid, Number(asked)) : null
  if (kept) return kept
  throw new DomainError('not-found', message('version.missing', { version: asked.slice(0, 100) }), {
    context: nearestPublic(visit.lineage, visit.environment),
  })
}

function asOfVersion({ node, environment }: Visit, kept: ContentNode): ContentNode {
  const { fields, layout, states, created, modified, behaviors = [] } = kept
  // The site may no longer have the type of the version.
  const type = environment.registry.types.has(kept.type) ? kept.type : node.type
  return { ...node, type, fields, layout, states, created, modified, behaviors }
}
