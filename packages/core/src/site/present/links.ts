import { withAddresses } from '../../content/fields/uidLinks.js'
import { fieldValue } from '../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'
import { maxShortScan } from '../run/scanMany.js'
import type { FieldReferences } from './plainParts.js'

/** URLs of objects by UID, without a permission check: a link reveals nothing but its URL. */
export async function addressesOf(
  context: RequestContext,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>()
  const pending = [...uids]
  for (let start = 0; start < pending.length; start += maxShortScan) {
    if (context.task.isOver()) await context.task.next()
    const values = pending.slice(start, start + maxShortScan)
    const where = [{ kind: 'any', index: 'UID', values } as const]
    const { items } = await context.reader.search({ principals: 'system', where })
    for (const { uid, path } of items) addresses.set(uid, urlOf(context.base, path))
  }
  return addresses
}

/** Presented fields in which links by UID are replaced with URLs. */
export function withLinks(
  presented: FieldValues,
  node: ContentNode,
  references: readonly FieldReferences[],
  addressOf: (uid: string) => string | undefined,
): FieldValues {
  const linking = references.filter(({ links }) => links.length > 0)
  if (linking.length === 0) return presented
  const resolved: Record<string, JsonValue> = Object.assign(Object.create(null), presented)
  for (const { field } of linking) resolved[field.name] = withAddresses(field, fieldValue(node, field), addressOf)
  return resolved
}
