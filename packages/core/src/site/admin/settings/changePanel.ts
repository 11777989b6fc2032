import type { FieldValues } from '../../../content/node/node.js'
import type { FileBytes } from '../../../content/store/contentStore.js'
import { type JsonObject, type JsonValue, sameJson } from '../../../foundation/json.js'
import type { Visit } from '../../run/visit.js'
import { invalidFields, readBody } from '../../write/readBody.js'
import { type ControlPanel, type Setting, settingValue } from './controlPanel.js'

export interface PanelChange {
  /** Fields of the site root, by their names there; only those that change. */
  readonly values: FieldValues
  readonly files: readonly FileBytes[]
}

/**
 * What a body changes of the settings of a panel. Names that the panel does not have are passed over. Throws
 * `invalid-fields` with all that is wrong.
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

/** Whatever else was sent is none of the panel's. */
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
