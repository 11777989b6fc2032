import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { openEach } from '../run/openEach.js'
import { referencedPath } from '../run/referencedPath.js'
import { hasPermissionAt, principalsOf, type RequestContext } from '../run/requestContext.js'

const maxSources = 1000

/**
 * The objects that `source` in a body refers to by URL, path or UID, one or a list, in their order. Objects that do not
 * exist, or that the caller may not view, are skipped (docs/content-and-access.md, Copy and move, rule 1). Throws a
 * DomainError (`bad-request`) for anything but references.
 */
export async function openSources(context: RequestContext, { source }: JsonObject): Promise<readonly Lineage[]> {
  const references = readReferences(source ?? null)
  const paths = references.map(reference => referencedPath(reference, context.base))
  const conditions: Condition[] = [
    { kind: 'any', index: 'UID', values: references },
    { kind: 'at', paths: paths.filter(path => path !== undefined) },
  ]
  const { items } = await context.reader.search({
    principals: principalsOf(context),
    where: [{ kind: 'either', conditions }],
  })
  const opened = (await openEach(context, items)).map(([, lineage]) => lineage)
  const visible = opened.filter(lineage => hasPermissionAt(context, permission.view, lineage))
  const byName = new Map(visible.flatMap(lineage => namesOf(lineage).map(name => [name, lineage] as const)))
  return references
    .map((reference, i) => byName.get(reference) ?? byName.get(paths[i] ?? ''))
    .filter(lineage => lineage !== undefined)
}

function readReferences(source: JsonValue): readonly string[] {
  const references = Array.isArray(source) ? (source as readonly JsonValue[]) : [source]
  const isPossible = references.length > 0 && references.length <= maxSources && references.every(isReference)
  if (!isPossible) throw new DomainError('bad-request', message('copy.source', { limit: maxSources }))
  return references as readonly string[]
}

const isReference = (value: JsonValue): boolean => typeof value === 'string' && value !== ''

function namesOf(lineage: Lineage): readonly string[] {
  const { uid, path } = objectOf(lineage)
  return [uid, path]
}
