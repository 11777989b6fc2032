import type { Field } from '../../../content/fields/field.js'
import type { Registry } from '../../../content/model/model.js'
import { fieldValue } from '../../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import type { JsonValue } from '../../../foundation/json.js'
import type { FieldProblem } from '../../../foundation/messages.js'
import type { RequestContext } from '../../run/requestContext.js'

/** One setting of the site. */
export interface Setting {
  readonly field: Field
  /** The field of the site root that stores it; by default a hidden one of the same name. */
  readonly storedAs?: string
  /** The effective value, even if none was set; by default the stored value, or the default of the field. */
  readonly valueIn?: (root: ContentNode, registry: Registry) => JsonValue
  /** The value in the answer of the panel; by default the value of the field as in payloads. */
  readonly present?: (context: RequestContext, value: JsonValue) => Promise<JsonValue>
  /** Converts a value of a request into the form that the kind of the field reads. */
  readonly parse?: (value: JsonValue) => JsonValue
}

/** A form of settings with its own endpoint, `@controlpanels/{name}` (docs/site-settings.md, Panels). */
export interface ControlPanel {
  readonly name: string
  /** Title and group are message ids; clients group panels. */
  readonly title: string
  readonly group: 'General' | 'Security' | 'Users'
  /** The permission on the site root for reading and changing it. */
  readonly permission: string
  readonly settings: readonly Setting[]
  /** Checks values that are valid individually; the problems name settings. */
  readonly problems?: (values: FieldValues) => readonly FieldProblem[]
}

/** The effective value of a setting in a site. */
export function settingValue({ field, storedAs, valueIn }: Setting, root: ContentNode, registry: Registry): JsonValue {
  return valueIn?.(root, registry) ?? fieldValue(root, storedAs === undefined ? field : { ...field, name: storedAs })
}
