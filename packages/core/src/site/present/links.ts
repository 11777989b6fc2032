import { withAddresses } from '../../content/fields/uidLinks.js'
import { fieldValue } from '../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import { few } from '../run/scanMany.js'
import type { Visit } from '../run/visit.js'
import type { FieldReferences } from './plainParts.js'

/** URLs of objects by UID, without a permission check: a link reveals nothing but its URL. */
export async function addressesOf(visit: Visit, uids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>()
  const waiting = [...uids]
  for (let start = 0; start < waiting.length; start += few) {
    if (visit.work.isOver()) await visit.work.next()
    const values = waiting.slice(start, start + few)
    const where = [{ kind: 'any', index: 'UID', values } as const]
    const { items } = await visit.reader.search({ principals: 'system', where })
    for (const { uid, path } of items) addresses.set(uid, urlOf(visit.base, path))
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
