import type { Field } from '../content/fields/field.js'
import type { Behavior, Indexer } from '../content/model/model.js'
import { endsAfterStart } from '../content/model/stockBehaviors.js'
import type { QueryField } from '../content/query/queryFields.js'
import type { JsonObject } from '../foundation/json.js'
import { importKey, retractedByImport } from './importKey.js'
import { slotSummary } from './slotSummary.js'
import { vocabularyName } from './vocabularyNames.js'

export const scheduleBehavior = 'collective.techevent.schedule'

const slotColumns = [
  'room',
  'slot_category',
  'presenters',
  'session_level',
  'session_audience',
  'session_track',
  'session_language',
]

/** The field of each index, by index name (docs/schedule.md, Summaries of slots). */
const slotIndexes: Readonly<Record<string, string>> = {
  slot_room: 'room',
  session_level: 'session_level',
  session_audience: 'session_audience',
  session_track: 'session_track',
  session_language: 'session_language',
  presenters: 'presenters',
}

const indexSlot: Indexer = lineage => {
  const fields = lineage.at(-1)?.fields ?? {}
  const values = Object.entries(slotIndexes).map(([index, field]) => [index, fields[field] ?? []])
  const columns: JsonObject = Object.fromEntries(slotColumns.map(name => [name, fields[name] ?? null]))
  return { indexes: Object.fromEntries(values), columns }
}

const queryField = (index: string, title: string, vocabulary: string): QueryField => ({
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
    // Hundreds of languages: too many to list.
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
  ],
  invariants: [endsAfterStart('start', 'end', 'dates.end-before-start')],
  indexer: indexSlot,
  indexes: Object.fromEntries(Object.keys(slotIndexes).map(name => [name, 'value'])),
  queryFields,
  summary: slotSummary,
}

const choiceField = (name: string, title: string, vocabulary: string): Field => ({
  kind: 'set',
  name,
  title,
  vocabulary: vocabularyName(vocabulary),
})

/** The fields of sessions, in addition to time and room. */
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
    { kind: 'uri', name: 'session_video', title: 'Video' },
  ],
}
