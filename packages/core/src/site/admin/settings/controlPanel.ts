import type { Field } from '../../../content/fields/field.js'
import type { Registry } from '../../../content/model/model.js'
import { fieldValue } from '../../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import type { JsonValue } from '../../../foundation/json.js'
import type { FieldProblem } from '../../../foundation/messages.js'
import type { RequestContext } from '../../run/requestContext.js'

export interface Setting {
  readonly field: Field
  /** The field of the site root that stores the setting. Defaults to a hidden field with the same name. */
  readonly storedAs?: string
  /**
   * Returns the effective value, even if no value has been set. Defaults to the stored value or, if there is none, the
   * default of the field.
   */
  readonly valueIn?: (root: ContentNode, registry: Registry) => JsonValue
  /** Returns the value for the answer of the panel. Defaults to the same value as in payloads. */
  readonly present?: (context: RequestContext, value: JsonValue) => Promise<JsonValue>
  /** Converts a value in a request to the form that the field reads. */
  readonly parse?: (value: JsonValue) => JsonValue
}

/** A settings form with its own endpoint, `@controlpanels/{name}` (docs/site-settings.md, Panels). */
export interface ControlPanel {
  readonly name: string
  /** The title and the group are message ids. Clients group panels by `group`. */
  readonly title: string
  readonly group: 'General' | 'Security' | 'Users'
  /** The permission on the site root that is required to read and change the panel. */
  readonly permission: string
  readonly settings: readonly Setting[]
  /** Checks values that are valid individually. The problems contain the names of settings. */
  readonly problems?: (values: FieldValues) => readonly FieldProblem[]
}

/** The effective value of a setting on a site. */
export function settingValue({ field, storedAs, valueIn }: Setting, root: ContentNode, registry: Registry): JsonValue {
  return valueIn?.(root, registry) ?? fieldValue(root, storedAs === undefined ? field : { ...field, name: storedAs })
}
