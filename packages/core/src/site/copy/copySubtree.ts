import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { NodeCreation } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { parentPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { enterChain } from '../move/decideMoveAt.js'
import { mayAt, type Visit } from '../run/visit.js'
import { creationOf } from '../write/changes.js'
import { newNode } from '../write/newNode.js'
import { expectMany } from '../write/reindex.js'
import type { Arrivals } from './arrivals.js'

/** Maximum number of objects per request (docs/content-and-access.md, Copy and move, rule 5). */
const maxCopied = 5000

export interface Copying {
  /** Lineage of the object to copy. */
  readonly source: Lineage
  /** Path of the copy, inside the addressed object. */
  readonly to: string
  readonly arrivals: Arrivals
  /** Creations of this request so far; the copies are appended. */
  readonly creates: NodeCreation[]
}

/** A container and its copy. */
interface Place {
  readonly source: Lineage
  readonly copy: Lineage
}

/**
 * Copies an object with all descendants that the caller may view, containers first (docs/content-and-access.md, Copy
 * and move). Throws DomainErrors: `bad-request` for too many objects, `forbidden` for a type that is not allowed there.
 */
export async function copySubtree(visit: Visit, { source, to, arrivals, creates }: Copying): Promise<void> {
  const { reader, work, lineage } = visit
  const from = objectOf(source).path
  await expectMany(visit, from)
  const places = new Map<string, Place>([[parentPath(from), { source: source.slice(0, -1), copy: lineage }]])
  for await (const nodes of reader.subtree(from)) {
    for (const node of nodes) {
      if (work.isOver()) await work.next()
      const place = places.get(parentPath(node.path))
      const own = place && [...place.source, node]
      if (!own || !mayAt(visit, permission.view, own)) continue
      if (creates.length === maxCopied)
        throw new DomainError('bad-request', message('copy.too-much', { limit: maxCopied }))
      const creation = await copyOne(visit, { source: own, containers: place.copy, to, from, arrivals })
      creates.push(creation)
      places.set(node.path, { source: own, copy: [...place.copy, creation.node] })
    }
  }
}

interface One {
  readonly source: Lineage
  /** Containers of the copy. */
  readonly containers: Lineage
  readonly from: string
  readonly to: string
  readonly arrivals: Arrivals
}

async function copyOne(visit: Visit, { source, containers, from, to, arrivals }: One): Promise<NodeCreation> {
  const type = visit.environment.registry.type(objectOf(source).type)
  arrivals.judge(type, containers)
  const fresh = freshCopy(visit, source, to + objectOf(source).path.slice(from.length))
  const { node, records } = enterChain(visit, [...containers, fresh])
  return creationOf(visit, [...containers, node], records)
}

/** Like a new object, with the original's creator and creation date; only the copier gets a local role. */
function freshCopy(visit: Visit, source: Lineage, path: string): ContentNode {
  const { environment } = visit
  const { type, layout, created, creator, blockLocalRoles, behaviors } = objectOf(source)
  const made = { type: environment.registry.type(type), uid: environment.newUid(), path, layout }
  const fresh = newNode(visit, { ...made, values: copiedValues(visit, source) })
  return { ...fresh, created, creator, blockLocalRoles, ...(behaviors ? { behaviors } : {}) }
}

/**
 * The copier becomes the owner and may read every field, so fields that were unreadable in the original are omitted.
 */
function copiedValues(visit: Visit, source: Lineage): FieldValues {
  const { fields, type } = objectOf(source)
  const kept = visit.environment.registry
    .type(type)
    .allFields.filter(
      ({ hidden, readPermission }) => !hidden && (readPermission === undefined || mayAt(visit, readPermission, source)),
    )
  return Object.fromEntries(kept.flatMap(({ name }) => (name in fields ? [[name, fields[name] ?? null]] : [])))
}
