import type { Field, JsonObject, JsonValue, OutgoingBody, OutgoingObject } from '@plenum/core'
import type { ContentNode, VersionMeta, WorkflowRecord } from '@plenum/core/ports'
import { preservedField } from '../form/preservedValue.js'
import { ownersOf } from './exportedRoles.js'
import { isRelation } from './exportedValue.js'

const ownSettings = ['release_schedule', 'mail_presenters', 'availability', 'mail_optout', 'slot_delay']

export const isOwnField = (name: string, type: string): boolean =>
  ['timezone', 'open_date', 'close_date', ...ownSettings].includes(name) ||
  (type === 'Presenter' && name === 'preview_caption_link')

/**
 * Returns the values that Plone cannot store, under keys that Plone ignores (docs/how-to/move-in.md, Export to Plone).
 * Instants are in milliseconds. Keys without a value are omitted.
 */
export function plenumKeys(object: OutgoingObject, records: readonly WorkflowRecord[]): JsonObject {
  const { node, fields, hidden } = object
  const value = (name: string): JsonValue =>
    fields.some(field => field.name === name) ? (node.fields[name] ?? null) : null
  const { [preservedField]: _, default_page: _page, ...settings } = hidden
  const caption = isOwnField('preview_caption_link', node.type) ? value('preview_caption_link') : null
  return withoutEmpty({
    'plenum.behaviors': [...(node.behaviors ?? [])],
    'plenum.creator': ownersOf(node).includes(node.creator) ? null : node.creator || null,
    'plenum.poll': withoutEmpty({ open_date: value('open_date'), close_date: value('close_date') }),
    'plenum.settings': withoutEmpty({
      ...settings,
      ...Object.fromEntries(ownSettings.map(name => [name, value(name)])),
      preview_caption_link: caption,
    }),
    'plenum.timezone': value('timezone'),
    'plenum.times': withoutEmpty({
      created: node.created,
      modified: node.modified,
      fields: exactFields(node, fields),
      records: records.map(({ workflow, time }) => [workflow, time]),
    }),
  })
}

/** Whether an instant has a fraction of a second, which the string format of instants omits. */
const isExact = (value: JsonValue | undefined): boolean => typeof value === 'number' && value % 1000 !== 0

function withoutEmpty(values: JsonObject): JsonObject {
  const isEmpty = (value: JsonValue): boolean =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

/**
 * Returns the authors, times and comments of the versions by version number, because Plone's format cannot represent
 * them. The entry of the newest version also contains the modification date and the path, because the export contains
 * the body of the object instead of the body of that version.
 */
export const versionFacts = (versions: readonly VersionMeta[], newest: OutgoingBody | null): JsonObject =>
  Object.fromEntries(
    versions.map(({ time, actor, comments, records }, index) => {
      const isNewest = index === versions.length - 1 && newest !== null
      const then: JsonObject = isNewest ? { modified: newest.node.modified, path: newest.node.path } : {}
      return [String(index), { time, actor, comments, records, ...then }] as const
    }),
  )

/** Returns the values of a version that its body in the export cannot contain. */
export function versionKeys({ node, fields, hidden }: OutgoingBody): JsonObject {
  const relations = fields.filter(isRelation).map(({ name }) => [name, uidsIn(node.fields[name] ?? null)] as const)
  return withoutEmpty({
    created: node.created,
    modified: node.modified,
    path: node.path,
    relations: Object.fromEntries(relations.filter(([, uids]) => uids.length > 0)),
    fields: exactFields(node, fields),
    hidden,
  })
}

export const uidsIn = (value: JsonValue): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(uid => typeof uid === 'string')

function exactFields({ fields: values, type }: ContentNode, fields: readonly Field[]): JsonObject {
  const instants = fields.filter(({ kind, name }) => kind === 'instant' && !isOwnField(name, type))
  const exact = instants.flatMap(({ name }) => (isExact(values[name]) ? [[name, values[name]] as const] : []))
  return Object.fromEntries(exact) as JsonObject
}
