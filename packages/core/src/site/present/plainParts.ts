import { type LinkTargets, liveValue } from '../../content/blocks/liveValue.js'
import { linkedUids } from '../../content/blocks/uidLinks.js'
import type { Field } from '../../content/fields/field.js'
import {
  isPlain,
  type PresentingContext,
  presentField,
  relatedUids,
  tokensIn,
} from '../../content/fields/presentField.js'
import { computedFields, type RegisteredType } from '../../content/model/model.js'
import { componentLinks, fieldValue } from '../../content/model/serialize.js'
import type { ContentNode, FieldValues, Lineage } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { JsonValue } from '../../foundation/json.js'
import { memoizeLast } from '../../foundation/memoizeByIdentity.js'
import { urlOf } from '../../foundation/paths.js'
import { shareText } from '../../foundation/sharedText.js'
import type { Frame } from '../run/requestContext.js'

/**
 * The functions in this file compute the parts of a payload that are the same for all callers with the same frame (base
 * URL and language). The results are memoized by the identity of the node.
 */

/** Returns an immutable object with a link for each component. */
export const linksOf = memoizeLast(({ path }: ContentNode, { base }: Frame) =>
  shareText(componentLinks(urlOf(base, path))),
)

/**
 * Returns the payload values of all fields that refer to neither terms nor related objects. They include fields that
 * some callers may not read.
 */
export const plainFields = memoizeLast((node: ContentNode, { environment, base, translate }: Frame): FieldValues => {
  const presenting = {
    url: urlOf(base, node.path),
    base,
    term: () => undefined,
    related: () => undefined,
    translate: (text: Parameters<typeof translate>[0] | string) =>
      translate(typeof text === 'string' ? { id: text } : text),
  }
  const presented: Record<string, JsonValue> = Object.create(null)
  for (const field of environment.registry.type(node.type).allFields)
    if (isPlain(field)) presented[field.name] = presentField(field, fieldValue(node, field), presenting)
  return presented
})

/** A field, and the UIDs to which its value refers: related objects, terms, and targets of links by UID. */
export interface FieldReferences {
  readonly field: Field
  readonly uids: readonly string[]
  readonly tokens: ReturnType<typeof tokensIn>
  readonly links: readonly string[]
  /** The link targets whose title or other metadata the payload shows. */
  readonly described: readonly string[]
}

export const referringFields = memoizeLast((node: ContentNode, fields: readonly Field[]): readonly FieldReferences[] =>
  fields.flatMap(field => {
    const value = fieldValue(node, field)
    const [uids, tokens, linked] = [relatedUids(field, value), tokensIn(field, value), linkedUids(field, value)]
    const isReferring = uids.length > 0 || tokens.length > 0 || linked.links.length > 0
    return isReferring ? [{ field, uids, tokens, ...linked }] : []
  }),
)

export function urlsOf(linked: ReadonlyMap<string, SearchHit>, base: string): LinkTargets['addressOf'] {
  const urls = new Map([...linked].map(([uid, { path }]) => [uid, urlOf(base, path)]))
  return uid => urls.get(uid)
}

/** Replaces links by UID with those data of their targets that the caller may see. */
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

/** Replaces stored values with computed values (see `Behavior.computed`). */
export function withComputed(
  presented: FieldValues,
  { type, lineage }: { readonly type: RegisteredType; readonly lineage: Lineage },
  presenting: PresentingContext,
): FieldValues {
  const computed = computedFields(type, lineage)
  const names = Object.keys(computed)
  if (names.length === 0) return presented
  const fields = type.allFields.filter(({ name }) => names.includes(name))
  const values = fields.map(field => [field.name, presentField(field, computed[field.name] ?? null, presenting)])
  return Object.assign(Object.create(null), presented, Object.fromEntries(values))
}
