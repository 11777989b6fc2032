import { repeatedNames } from '../../foundation/repeated.js'
import type { Behavior } from '../model/model.js'
import { metadataNames } from './summary.js'

/**
 * The names that behaviors must not use for columns: columns whose stored values must not appear in summaries, and
 * other summary keys.
 */
const reserved: ReadonlySet<string> = new Set([
  ...metadataNames,
  '@id',
  '@type',
  '_all',
  'creators',
  'description',
  'file',
  'head_title',
  'image',
  'is_default_page',
  'preview_image_link',
  'remoteUrl',
  'subjects',
  'title',
  'type_title',
  'working',
])

/** Returns the problems with the columns that behaviors add to summaries, one sentence per problem. */
export const columnProblems = (behaviors: readonly Behavior[]): readonly string[] => [
  ...behaviors.flatMap(({ name, indexer, columns = [] }) => [
    ...(indexer || columns.length === 0 ? [] : [`Behavior ${name}: lists columns, but has no indexer.`]),
    ...columns
      .filter(column => reserved.has(column))
      .map(column => `Behavior ${name}: the name of the column ${column} is reserved; choose another name.`),
  ]),
  ...repeatedNames(behaviors.flatMap(({ columns = [] }) => columns)).map(
    column => `Column ${column}: more than one behavior lists it.`,
  ),
]
