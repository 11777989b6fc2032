import type { Field } from '../../../content/fields/field.js'
import type { Registry } from '../../../content/model/model.js'
import { fieldValue } from '../../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import type { JsonValue } from '../../../foundation/json.js'
import type { FieldProblem } from '../../../foundation/messages.js'
import type { RequestContext } from '../../run/requestContext.js'

export interface Setting {
  readonly field: Field
  readonly storedAs?: string
  /**
   * Returns the effective value of the setting. By default, this is the stored value or, if no value is stored, the
   * default of the field.
   */
  readonly valueIn?: (root: ContentNode, registry: Registry) => JsonValue
  /** Converts the value for the payload of the panel. By default, the value is presented as in other payloads. */
  readonly present?: (context: RequestContext, value: JsonValue) => Promise<JsonValue>
  /** Converts a value in a request to the form that the field accepts. */
  readonly parse?: (value: JsonValue) => JsonValue
}

/** A settings form with the endpoint `@controlpanels/{name}` (docs/site-settings.md, Panels). */
export interface ControlPanel {
  readonly name: string
  /** The message id of the title. `group` is also a message id. */
  readonly title: string
  readonly group: 'General' | 'Security' | 'Users'
  /** The permission on the site root that is required to read and change the panel. */
  readonly permission: string
  readonly settings: readonly Setting[]
  /** Checks combinations of valid values. Each returned problem refers to a setting. */
  readonly problems?: (values: FieldValues) => readonly FieldProblem[]
}

export function settingValue({ field, storedAs, valueIn }: Setting, root: ContentNode, registry: Registry): JsonValue {
  return valueIn?.(root, registry) ?? fieldValue(root, storedAs === undefined ? field : { ...field, name: storedAs })
}
