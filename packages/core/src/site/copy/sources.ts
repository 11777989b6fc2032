import { copyIds, isReservedPath } from '../../content/node/naming.js'
import type { Lineage } from '../../content/node/node.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { idOfPath, joinPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { openEach } from '../run/openEach.js'
import { findReferenced, referencedPath } from '../run/referencedPath.js'
import { hasPermissionAt, principalsOf, type RequestContext, unauthorized } from '../run/requestContext.js'

const maxSources = 1000

/**
 * Opens the objects to which `source` in a request body refers, in the same order. `source` is a URL, path or UID, or a
 * list of these. Objects that do not exist or that the caller may not view are skipped (docs/content-and-access.md,
 * Copy and move, rule 1). Throws a DomainError `bad-request` if `source` is invalid.
 */
export async function openSources(context: RequestContext, { source }: JsonObject): Promise<readonly Lineage[]> {
  const references = readReferences(source ?? null)
  const paths = new Map(references.map(reference => [reference, referencedPath(reference, context.base)]))
  const hits = await findReferenced(context, principalsOf(context), paths)
  const opened = new Map(
    (await openEach(context, [...new Set(hits.values())])).map(([{ uid }, lineage]) => [uid, lineage]),
  )
  return references.flatMap(reference => {
    const lineage = opened.get(hits.get(reference)?.uid ?? '')
    return lineage && hasPermissionAt(context, permission.view, lineage) ? [lineage] : []
  })
}

function readReferences(source: JsonValue): readonly string[] {
  const references = Array.isArray(source) ? (source as readonly JsonValue[]) : [source]
  const isPossible = references.length > 0 && references.length <= maxSources && references.every(isReference)
  if (!isPossible) throw badRequest('copy.source', { limit: maxSources })
  return references as readonly string[]
}

const isReference = (value: JsonValue): boolean => typeof value === 'string' && value !== ''

/**
 * Throws a DomainError unless the caller may add content to the object: `unauthorized` for visitors and `denied` for
 * members (docs/content-and-access.md, Copy and move, rule 2).
 */
export const requireAddPermission = (context: RequestContext): void =>
  requirePermissionAt(context, permission.add, context.lineage)

/**
 * Throws the same errors as `requireAddPermission` unless the caller has the permission `name` on the last object in
 * `lineage`.
 */
export function requirePermissionAt(context: RequestContext, name: string, lineage: Lineage): void {
  if (hasPermissionAt(context, name, lineage)) return
  if (context.caller.kind === 'anonymous') throw unauthorized(context.lineage, context.environment)
  throw new DomainError('denied', message('access.denied'))
}

const chunkSize = 50

/**
 * Returns the ids of the copies: the original id if the container has no object with this id, and otherwise an id such
 * as `copy_of_x`.
 */
export async function copiedIds(context: RequestContext, ids: readonly string[]): Promise<readonly string[]> {
  const occupied = new Set(await takenAmong(context, ids))
  const result: string[] = []
  for (const id of ids) {
    if (context.task.isOver()) await context.task.next()
    const free = occupied.has(id) ? await freeCopyId(context, id, occupied) : id
    occupied.add(free)
    result.push(free)
  }
  return result
}

async function freeCopyId(context: RequestContext, id: string, occupied: ReadonlySet<string>): Promise<string> {
  const candidates = [...copyIds(id)].filter(candidate => !occupied.has(candidate))
  for (let start = 0; start < candidates.length; start += chunkSize) {
    const chunk = candidates.slice(start, start + chunkSize)
    const takenInChunk = await takenAmong(context, chunk)
    const free = chunk.find(candidate => !takenInChunk.has(candidate))
    if (free !== undefined) return free
  }
  throw badRequest('id.exhausted', { id })
}

/**
 * Returns the ids in `ids` that are already in use in the container. The result includes reserved ids and the ids of
 * objects that the caller may not view.
 */
async function takenAmong({ reader, node }: RequestContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { items } = await reader.search({
    principals: 'system',
    where: [
      { kind: 'below', path: node.path, depth: 'children' },
      { kind: 'any', index: 'getId', values: [...new Set(ids)] },
    ],
  })
  const reserved = ids.filter(id => isReservedPath(joinPath(node.path, id)))
  return new Set([...items.map(({ path }) => idOfPath(path)), ...reserved])
}
