import type { Field } from '../../content/fields/field.js'
import { isPlain, presentField, relatedUids, tokensIn } from '../../content/fields/presentField.js'
import { linkedUids } from '../../content/fields/uidLinks.js'
import { componentLinks, fieldValue } from '../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import { rememberLast } from '../../foundation/rememberOf.js'
import { shareText } from '../../foundation/sharedText.js'
import type { Frame } from '../run/frame.js'

/** What of an object is the same for all callers in a frame: made once for an object that was read. */

/** The addresses of its components. Nobody may change them. */
export const linksOf = rememberLast(({ path }: ContentNode, { base }: Frame) =>
  shareText(componentLinks(urlOf(base, path))),
)

/** The payloads of fields that show nothing but their value. Fields are in it that not all callers may read. */
export const plainFields = rememberLast((node: ContentNode, { environment, base, translate }: Frame): FieldValues => {
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

/** What the fields of an object refer to: related objects, terms, and targets of links by UID. */
export interface FieldReferences {
  readonly field: Field
  readonly uids: readonly string[]
  readonly tokens: ReturnType<typeof tokensIn>
  readonly links: readonly string[]
}

/** The fields that refer to something. */
export const referringFields = rememberLast((node: ContentNode, fields: readonly Field[]): readonly FieldReferences[] =>
  fields.flatMap(field => {
    const value = fieldValue(node, field)
    const [uids, tokens, links] = [relatedUids(field, value), tokensIn(field, value), linkedUids(field, value)]
    return uids.length > 0 || tokens.length > 0 || links.length > 0 ? [{ field, uids, tokens, links }] : []
  }),
)
