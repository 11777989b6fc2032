import { type LinkTargets, liveValue } from '../../content/blocks/liveValue.js'
import { fieldValue } from '../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import type { RequestContext } from '../run/requestContext.js'
import { maxShortScan } from '../run/scanMany.js'
import type { FieldReferences } from './plainParts.js'

/** Linked objects by UID, without a permission check: a link reveals nothing but the URL of its target. */
export async function linkedEntries(
  context: RequestContext,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, SearchHit>> {
  const entries = new Map<string, SearchHit>()
  const pending = [...uids]
  for (let start = 0; start < pending.length; start += maxShortScan) {
    if (context.task.isOver()) await context.task.next()
    const values = pending.slice(start, start + maxShortScan)
    const where = [{ kind: 'any', index: 'UID', values } as const]
    const { items } = await context.reader.search({ principals: 'system', where })
    for (const entry of items) entries.set(entry.uid, entry)
  }
  return entries
}

/** Whether links to an object show more of it than its URL. */
export const hasPicture = ({ columns }: SearchHit): boolean =>
  isJsonObject(columns.image) || typeof columns.preview_image_link === 'string'

/** Presented fields in which links by UID are replaced with what readers see of their targets. */
export function withLinks(
  presented: FieldValues,
  node: ContentNode,
  references: readonly FieldReferences[],
  targets: LinkTargets,
): FieldValues {
  const linking = references.filter(({ links }) => links.length > 0)
  if (linking.length === 0) return presented
  const resolved: Record<string, JsonValue> = Object.assign(Object.create(null), presented)
  for (const { field } of linking) resolved[field.name] = liveValue(field, fieldValue(node, field), targets)
  return resolved
}
