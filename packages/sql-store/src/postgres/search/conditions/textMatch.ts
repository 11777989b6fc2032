import type { TextQuery } from '@plenum/core/ports'
import { toStorable } from '../../../shared/indexValues.js'
import type { TextColumn } from '../../../shared/search/conditions/compileCondition.js'
import { allOf, oneOf, type Sql, sql } from '../../../shared/sql.js'
import { cutWord, maxLexeme } from '../storedWords.js'

interface Column {
  readonly index: Sql
  readonly text: Sql
}

const columns: Readonly<Record<TextColumn, Column>> = {
  title: { index: sql`w.title`, text: sql`w.title_text` },
  description: { index: sql`w.description`, text: sql`w.description_text` },
  everything: { index: sql`w.everything`, text: sql`w.everything_text` },
}

/**
 * Returns SQL for the distinct `seq` values of matching objects. The index finds candidates. Phrases and very long
 * words are then verified in the stored words of each candidate. The few objects with too many words for the index
 * are found only by their stored words.
 */
export function textHits(query: TextQuery, column: TextColumn): Sql {
  const columnOf = columns[column]
  return sql`SELECT w.seq FROM node_words w WHERE (${indexedMatch(query, columnOf, lexemesIn)} OR ${isHitWithoutIndex(query, columnOf)})`
}

/**
 * Selects the same objects as `textHits`, but is faster if many hits are expected. For a frequent word, the
 * PostgreSQL planner would scan all rows. This expression hides the word from the planner, which then uses the index
 * and takes half the time.
 */
export function manyTextHits(query: TextQuery, column: TextColumn): Sql {
  const columnOf = columns[column]
  return sql`
    SELECT w.seq FROM node_words w WHERE ${indexedMatch(query, columnOf, hiddenLexemes)}
    UNION ALL SELECT w.seq FROM node_words w WHERE ${isHitWithoutIndex(query, columnOf)}`
}

const isHitWithoutIndex = (query: TextQuery, { text }: Column): Sql =>
  sql`(w.everything IS NULL AND ${matchIn(query, text)})`

type Lexemes = (query: TextQuery) => Sql

const lexemesIn: Lexemes = query => sql`${lexemeQuery(query)}::tsquery`
const hiddenLexemes: Lexemes = query => sql`(SELECT ${lexemesIn(query)})`

/** Whether objects can match a query without containing any of its words. If so, no index finds all hits. */
export function matchesWithoutWords(query: TextQuery): boolean {
  switch (query.kind) {
    case 'not':
      return !matchesWithoutWords(query.part)
    case 'and':
      return query.parts.every(matchesWithoutWords)
    case 'or':
      return query.parts.some(matchesWithoutWords)
    default:
      return false
  }
}

/**
 * Returns SQL for the matches in the index. If the index alone cannot decide, the SQL also checks the stored words.
 */
function indexedMatch(query: TextQuery, column: Column, lexemes: Lexemes): Sql {
  const candidates = sql`${column.index} @@ ${lexemes(query)}`
  if (isExact(query)) return candidates
  const ofPart = (part: TextQuery) => indexedMatch(part, column, lexemes)
  return ofParts(query, ofPart) ?? sql`(${candidates} AND ${matchIn(query, column.text)})`
}

function ofParts(query: TextQuery, ofPart: (part: TextQuery) => Sql): Sql | null {
  if (query.kind === 'not') return sql`NOT ${ofPart(query.part)}`
  if (query.kind === 'and') return allOf(query.parts.map(ofPart))
  return query.kind === 'or' ? oneOf(query.parts.map(ofPart)) : null
}

function isExact(query: TextQuery): boolean {
  switch (query.kind) {
    case 'word':
    case 'prefix':
      return query.word.length < maxLexeme
    case 'phrase':
      return query.words.length === 1 && query.words.every(word => word.length < maxLexeme)
    case 'not':
      return isExact(query.part)
    default:
      return query.parts.length > 0 && query.parts.every(isExact)
  }
}

function lexemeQuery(query: TextQuery): string {
  switch (query.kind) {
    case 'word':
      return quote(query.word)
    case 'prefix':
      return `${quote(query.word)}:*`
    case 'phrase':
      return query.words.map(quote).join(' & ')
    case 'not':
      return `!(${lexemeQuery(query.part)})`
    case 'and':
      return query.parts.map(part => `(${lexemeQuery(part)})`).join(' & ')
    case 'or':
      return query.parts.map(part => `(${lexemeQuery(part)})`).join(' | ')
  }
}

const quote = (word: string): string => `'${cutWord(word).replace(/['\\]/g, '$&$&')}'`

function matchIn(query: TextQuery, text: Sql): Sql {
  switch (query.kind) {
    case 'word':
      return contains(text, ` ${query.word} `)
    case 'prefix':
      return contains(text, ` ${query.word}`)
    case 'phrase':
      return contains(text, ` ${query.words.join(' ')} `)
    default:
      return ofParts(query, part => matchIn(part, text)) ?? sql`false`
  }
}

const contains = (text: Sql, part: string): Sql => sql`strpos(${text}, ${toStorable(part)}) > 0`
