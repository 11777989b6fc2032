import type { JsonObject, JsonValue } from '@plenum/core'
import fc from 'fast-check'
import { dates, words } from './fieldValues.js'
import type { Grammar } from './grammar.js'
import { hostileJson, hostileText, mostly } from './hostileValues.js'

export const indexNames = [
  'path',
  'portal_type',
  'review_state',
  'workflow_states',
  'Subject',
  'Creator',
  'UID',
  'id',
  'created',
  'modified',
  'effective',
  'start',
  'end',
  'is_folderish',
  'sortable_title',
  'getObjPositionInParent',
  'SearchableText',
  'Title',
  'Type',
  'level',
  'presenters',
  'session_track',
  'slot_room',
] as const

const operators = [
  'boolean.isTrue',
  'int.is',
  'int.lessThan',
  'date.lessThan',
  'date.largerThan',
  'date.between',
  'date.lessThanRelativeDate',
  'date.today',
  'date.afterRelativeDate',
  'list.contains',
  'reference.is',
  'string.contains',
  'string.is',
  'string.isNot',
  'string.currentUser',
  'string.showInactive',
  'string.absolutePath',
  'string.relativePath',
  'selection.any',
  'selection.all',
  'selection.none',
  'nothing.known',
] as const

/**
 * Generates bodies for querystring searches. Most bodies are valid (docs/content-and-access.md, Querystring search).
 */
export function queryRows({ places }: Grammar): fc.Arbitrary<JsonObject> {
  const paths = fc.constantFrom(...places.map(({ path }) => path))
  const value: fc.Arbitrary<JsonValue> = fc.oneof(
    words,
    fc.array(words, { maxLength: 3 }),
    dates,
    fc.tuple(dates, dates).map(pair => [...pair]),
    paths,
    paths.map(path => `${path}::1`),
    fc.constantFrom<JsonValue>('..', '../..::-1', ['published', 'private'], 'Talk', 30, '7', true),
  )
  const row = fc.record({
    i: mostly(12, fc.constantFrom<string>(...indexNames), hostileText),
    o: mostly(20, fc.constantFrom<string>(...operators), hostileText).map(
      name => `plone.app.querystring.operation.${name}`,
    ),
    v: mostly(6, value, hostileJson),
  })
  return fc.record(
    {
      query: fc.array(row, { minLength: 1, maxLength: 3 }) as fc.Arbitrary<JsonValue>,
      sort_on: fc.constantFrom<JsonValue>(...indexNames, 'nothing', ['start', 'path']),
      sort_order: fc.constantFrom<JsonValue>('descending', 'ascending'),
      limit: fc.constantFrom<JsonValue>(0, 5, '10'),
      b_start: fc.constantFrom<JsonValue>(0, 2, '5', 1e15),
      b_size: fc.constantFrom<JsonValue>(0, 3, 25, 1e10),
      metadata_fields: fc.constantFrom<JsonValue>('_all', ['UID', 'start'], []),
      fullobjects: fc.constantFrom<JsonValue>(false, false, false, false, 1),
    },
    { requiredKeys: ['query'] },
  ) as fc.Arbitrary<JsonObject>
}
