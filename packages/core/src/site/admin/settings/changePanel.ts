import type { FieldValues } from '../../../content/node/node.js'
import type { FileBytes } from '../../../content/store/contentStore.js'
import { type JsonObject, type JsonValue, sameJson } from '../../../foundation/json.js'
import type { Visit } from '../../run/visit.js'
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
export async function changePanel(visit: Visit, panel: ControlPanel, body: JsonObject): Promise<PanelChange> {
  const { node, lineage, environment } = visit
  const sent = takeSettings(panel, body)
  const fields = panel.settings.map(({ field }) => field)
  const before = Object.fromEntries(
    panel.settings.map(setting => [setting.field.name, settingValue(setting, node, environment.registry)]),
  )
  const stored = { ...node, fields: before }
  const type = { ...visit.type, allFields: fields, allBehaviors: [], invariants: [] }
  const { values: after, files } = await readBody(visit, { type, sent, stored, lineage })
  const changed = panel.settings.filter(({ field: { name } }) => !sameJson(after[name], before[name]))
  const problems = changed.length > 0 ? (panel.problems?.(after) ?? []) : []
  if (problems.length > 0) throw invalidFields(problems)
  return { values: Object.fromEntries(changed.map(setting => keptValue(setting, after))), files }
}

/** Ignores keys that are not settings of the panel. */
function takeSettings({ settings }: ControlPanel, body: JsonObject): JsonObject {
  const sent = settings.filter(({ field }) => Object.hasOwn(body, field.name))
  return Object.fromEntries(
    sent.map(({ field: { name }, take }): [string, JsonValue] => {
      const value = body[name] ?? null
      return [name, take ? take(value) : value]
    }),
  )
}

function keptValue({ field, keptAs }: Setting, after: FieldValues): [string, JsonValue] {
  return [keptAs ?? field.name, after[field.name] ?? null]
}
