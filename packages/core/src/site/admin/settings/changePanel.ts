import type { FieldValues } from '../../../content/node/node.js'
import type { FileBytes } from '../../../content/store/change.js'
import { type JsonObject, type JsonValue, sameJson } from '../../../foundation/json.js'
import type { RequestContext } from '../../run/requestContext.js'
import { invalidFields, readBody } from '../../write/readBody.js'
import { type ControlPanel, type Setting, settingValue } from './controlPanel.js'

export interface PanelChange {
  /** Changed fields of the site root, by their stored names. */
  readonly values: FieldValues
  readonly files: readonly FileBytes[]
}

/**
 * The changes that a body makes to the settings of a panel. Unknown names are ignored. Throws `invalid-fields` with all
 * problems.
 */
export async function changePanel(
  context: RequestContext,
  panel: ControlPanel,
  body: JsonObject,
): Promise<PanelChange> {
  const { node, lineage, environment } = context
  const input = selectSettings(panel, body)
  const fields = panel.settings.map(({ field }) => field)
  const before = Object.fromEntries(
    panel.settings.map(setting => [setting.field.name, settingValue(setting, node, environment.registry)]),
  )
  const stored = { ...node, fields: before }
  const type = { ...context.type, allFields: fields, allBehaviors: [], invariants: [] }
  const { values: after, files } = await readBody(context, { type, input, stored, lineage })
  const changed = panel.settings.filter(({ field: { name } }) => !sameJson(after[name], before[name]))
  const problems = changed.length > 0 ? (panel.problems?.(after) ?? []) : []
  if (problems.length > 0) throw invalidFields(problems)
  return { values: Object.fromEntries(changed.map(setting => storedEntry(setting, after))), files }
}

/** Ignores keys that are not settings of the panel. */
function selectSettings({ settings }: ControlPanel, body: JsonObject): JsonObject {
  const submitted = settings.filter(({ field }) => Object.hasOwn(body, field.name))
  return Object.fromEntries(
    submitted.map(({ field: { name }, parse: convert }): [string, JsonValue] => {
      const value = body[name] ?? null
      return [name, convert ? convert(value) : value]
    }),
  )
}

function storedEntry({ field, storedAs }: Setting, after: FieldValues): [string, JsonValue] {
  return [storedAs ?? field.name, after[field.name] ?? null]
}
