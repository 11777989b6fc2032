import type { Field } from '../../../content/fields/field.js'
import type { Registry } from '../../../content/model/model.js'
import { fieldValue } from '../../../content/model/serialize.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import type { FieldProblem } from '../../../foundation/domainError.js'
import type { JsonValue } from '../../../foundation/json.js'
import type { Visit } from '../../run/visit.js'

/** One setting of the site. */
export interface Setting {
  readonly field: Field
  /** The field of the site root that keeps it; a hidden one of the same name when left out. */
  readonly keptAs?: string
  /** What counts, also where nothing was set; the stored value, or the default of the field, when left out. */
  readonly valueIn?: (root: ContentNode, registry: Registry) => JsonValue
  /** The value as the panel sends it; like that of any other field when left out. */
  readonly show?: (visit: Visit, value: JsonValue) => Promise<JsonValue>
  /** What was sent, in the form that the kind of the field reads. */
  readonly take?: (sent: JsonValue) => JsonValue
}

/** A form of settings, with an address of its own: `@controlpanels/{name}` (docs/site-settings.md, Panels). */
export interface ControlPanel {
  readonly name: string
  /** Title and group are messages; clients put panels of a group together. */
  readonly title: string
  readonly group: 'General' | 'Security' | 'Users'
  /** Reading and changing it takes this permission on the site root. */
  readonly permission: string
  readonly settings: readonly Setting[]
  /** What is wrong with values that are possible each by itself; by the names of the settings. */
  readonly problems?: (values: FieldValues) => readonly FieldProblem[]
}

/** What counts of a setting in a site. */
export function settingValue({ field, keptAs, valueIn }: Setting, root: ContentNode, registry: Registry): JsonValue {
  return valueIn?.(root, registry) ?? fieldValue(root, keptAs === undefined ? field : { ...field, name: keptAs })
}
