import type { JsonObject, JsonValue, OutgoingObject } from '@plenum/core'
import type { VersionMeta, WorkflowRecord } from '@plenum/core/ports'
import { keptField } from '../form/keptValue.js'

/** Whether only we have a field: Plone knows none of that name there. */
export const isOwnField = (name: string, type: string): boolean =>
  ['timezone', 'open_date', 'close_date'].includes(name) || (type === 'Presenter' && name === 'preview_caption_link')

/**
 * What an export has no place for, under keys that Plone passes over (docs/move-in.md, The way out): instants are
 * milliseconds there. Keys without a value are left out.
 */
export function plenumKeys(object: OutgoingObject, records: readonly WorkflowRecord[]): JsonObject {
  const { node, order, fields, hidden } = object
  const value = (name: string): JsonValue =>
    fields.some(field => field.name === name) ? (node.fields[name] ?? null) : null
  const { [keptField]: _, ...settings } = hidden
  const caption = isOwnField('preview_caption_link', node.type) ? value('preview_caption_link') : null
  const instants = fields.filter(({ kind, name }) => kind === 'instant' && !isOwnField(name, node.type))
  const exact = instants.flatMap(({ name }) => (isExact(node.fields[name]) ? [[name, node.fields[name]] as const] : []))
  return withoutEmpty({
    'plenum.behaviors': [...(node.behaviors ?? [])],
    'plenum.poll': withoutEmpty({ open_date: value('open_date'), close_date: value('close_date') }),
    'plenum.settings': withoutEmpty({ ...settings, preview_caption_link: caption }),
    'plenum.timezone': value('timezone'),
    'plenum.times': withoutEmpty({
      order,
      created: node.created,
      modified: node.modified,
      fields: Object.fromEntries(exact) as JsonObject,
      records: records.map(({ workflow, time }) => [workflow, time]),
    }),
  })
}

/** Whether an instant has a part of a second, which texts lose. */
const isExact = (value: JsonValue | undefined): boolean => typeof value === 'number' && value % 1000 !== 0

function withoutEmpty(values: JsonObject): JsonObject {
  const isEmpty = (value: JsonValue): boolean =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

/** Who saved each version, when and why, which no export tells otherwise; by the names of versions in it. */
export const versionFacts = (versions: readonly VersionMeta[]): JsonObject =>
  Object.fromEntries(
    versions.map(({ number, time, actor, comments, records }, index) => [
      String(index),
      { number, time, actor, comments, records },
    ]),
  )
