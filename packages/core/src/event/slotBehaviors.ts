import type { Field } from '../content/fields/field.js'
import type { Behavior, Indexer } from '../content/model/model.js'
import { endsAfterStart } from '../content/model/stockBehaviors.js'
import type { FieldValues } from '../content/node/node.js'
import type { QueryField } from '../content/query/queryFields.js'
import type { Indexes } from '../content/store/catalog.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'
import { importKey, retractedByImport } from './importKey.js'
import { publicSlot, slotReleasesField, workingField } from './releases.js'
import { slotSummary } from './slotSummary.js'
import { vocabularyName } from './vocabularyNames.js'
import { withdrawalField, withdrawalIn, withdrawalIndex } from './withdrawal.js'

export const scheduleBehavior = 'collective.techevent.schedule'

const choiceFields = ['session_level', 'session_audience', 'session_track', 'session_language']
const slotColumns = ['room', 'slot_category', 'presenters', ...choiceFields]

/** The fields that have an index with the same name (docs/schedule.md, Summaries of slots). */
const indexedFields = [...choiceFields, 'presenters']

const indexSlot: Indexer = lineage => {
  const fields = lineage.at(-1)?.fields ?? {}
  const values = indexedFields.map(name => [name, fields[name] ?? []])
  const columns: JsonObject = Object.fromEntries(slotColumns.map(name => [name, fields[name] ?? null]))
  const withdrawn = withdrawalIn(fields) ? { [withdrawalIndex]: true } : {}
  return {
    indexes: { slot_room: fields.room ?? [], ...Object.fromEntries(values), ...workingIndexes(fields), ...withdrawn },
    columns,
  }
}

/**
 * Returns indexes for the values that editors see. Callers cannot query these indexes, which are used only for checks
 * with the same result for all callers.
 */
function workingIndexes({ [workingField]: working }: FieldValues): Indexes {
  if (!isJsonObject(working)) return {}
  const { start, end, room, presenters } = working
  const tokens = (value: JsonValue | undefined) => (Array.isArray(value) ? value.map(String) : [])
  return {
    ...(typeof start === 'number' ? { working_start: start } : {}),
    ...(typeof end === 'number' ? { working_end: end } : {}),
    working_room: tokens(room),
    working_presenters: tokens(presenters),
  }
}

export const queryField = (index: string, title: string, vocabulary: string): QueryField => ({
  index,
  title,
  group: 'Schedule',
  operations: ['selection.any', 'selection.all'],
  vocabulary: vocabularyName(vocabulary),
  hasValues: true,
})

const queryFields: readonly QueryField[] = [
  queryField('slot_room', 'Rooms', 'slot_rooms'),
  queryField('session_level', 'Levels', 'session_levels'),
  queryField('session_audience', 'Audience', 'session_audiences'),
  queryField('session_track', 'Tracks', 'session_tracks'),
  {
    ...queryField('session_language', 'Language', ''),
    vocabulary: 'plone.app.vocabularies.SupportedContentLanguages',
    // The form definition omits the options, because there are hundreds of languages.
    hasValues: false,
  },
]

export const slotBehavior: Behavior = {
  name: scheduleBehavior,
  fields: [
    { kind: 'instant', name: 'start', title: 'Start' },
    { kind: 'instant', name: 'end', title: 'End' },
    { kind: 'set', name: 'room', title: 'Rooms', vocabulary: vocabularyName('slot_rooms') },
    importKey,
    retractedByImport,
    { kind: 'json', name: slotReleasesField, title: 'Values in releases', hidden: true },
    withdrawalField,
  ],
  invariants: [endsAfterStart('start', 'end', 'dates.end-before-start')],
  indexer: indexSlot,
  publicForm: publicSlot,
  indexes: Object.fromEntries(['slot_room', ...indexedFields].map(name => [name, 'value'])),
  queryFields,
  summary: slotSummary,
}

/** The help text of fields whose choices are the rows of a table in the event settings. */
export const choicesHelp = 'You define the choices when you edit the event, in the section Event.'

const choiceField = (name: string, title: string, vocabulary: string): Field => ({
  kind: 'set',
  name,
  title,
  description: choicesHelp,
  vocabulary: vocabularyName(vocabulary),
})

export const videoField: Field = {
  kind: 'uri',
  name: 'session_video',
  title: 'Video',
  description: 'The URL of the recording.',
}

/** The behavior that adds all fields of sessions except the time and the room. */
export const sessionBehavior: Behavior = {
  name: 'collective.techevent.session',
  fields: [
    { kind: 'line', name: 'title', title: 'Title', required: true, default: '', searchable: true },
    {
      kind: 'text',
      name: 'description',
      title: 'Abstract',
      default: '',
      searchable: true,
      isRequiredInForms: true,
    },
    { kind: 'richText', name: 'text', title: 'Description', searchable: true },
    { kind: 'relations', name: 'presenters', title: 'Presenters', types: ['Presenter'], default: [] },
    choiceField('session_level', 'Levels', 'session_levels'),
    choiceField('session_audience', 'Audience', 'session_audiences'),
    choiceField('session_track', 'Tracks', 'session_tracks'),
    {
      kind: 'choice',
      name: 'session_language',
      title: 'Language',
      vocabulary: 'plone.app.vocabularies.SupportedContentLanguages',
    },
    videoField,
  ],
}
