import type { Condition, TextQuery } from '@plenum/core/ports'
import { toStorable } from '../../indexValues.js'
import { allOf, oneOf, type Sql, sql } from '../../sql.js'
import { cutWord, maxLexeme } from '../storedWords.js'

export type TextColumn = Extract<Condition, { kind: 'text' }>['in']

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
 * A selection of the `seq` of objects whose words match, each once. The index finds candidates; phrases and very long
 * words are verified in their texts, and the few objects whose words exceed the index are searched entirely in their
 * texts.
 */
export function textHits(query: TextQuery, column: TextColumn): Sql {
  const place = columns[column]
  return sql`SELECT w.seq FROM node_words w WHERE (${found(query, place, lexemesIn)} OR ${isHitWithoutIndex(query, place)})`
}

/**
 * As `textHits`, for many expected hits. PostgreSQL knows how many objects contain a word, and would scan all rows for
 * a frequent one; this hides the word from the planner, which then uses the index: half the time.
 */
export function manyTextHits(query: TextQuery, column: TextColumn): Sql {
  const place = columns[column]
  return sql`
    SELECT w.seq FROM node_words w WHERE ${found(query, place, lexemesLater)}
    UNION ALL SELECT w.seq FROM node_words w WHERE ${isHitWithoutIndex(query, place)}`
}

const isHitWithoutIndex = (query: TextQuery, { text }: Column): Sql =>
  sql`(w.everything IS NULL AND ${matchIn(query, text)})`

type Lexemes = (query: TextQuery) => Sql

const lexemesIn: Lexemes = query => sql`${lexemeQuery(query)}::tsquery`
const lexemesLater: Lexemes = query => sql`(SELECT ${lexemesIn(query)})`

/** Whether a query matches objects without any of its words: no index finds these hits. */
export function matchesWithout(query: TextQuery): boolean {
  switch (query.kind) {
    case 'not':
      return !matchesWithout(query.part)
    case 'and':
      return query.parts.every(matchesWithout)
    case 'or':
      return query.parts.some(matchesWithout)
    default:
      return false
  }
}

/** A condition on the index, verified in the text if the index cannot decide. */
function found(query: TextQuery, place: Column, lexemes: Lexemes): Sql {
  if (isExact(query)) return sql`${place.index} @@ ${lexemes(query)}`
  switch (query.kind) {
    case 'not':
      return sql`NOT ${found(query.part, place, lexemes)}`
    case 'and':
      return allOf(query.parts.map(part => found(part, place, lexemes)))
    case 'or':
      return oneOf(query.parts.map(part => found(part, place, lexemes)))
    default:
      return sql`(${place.index} @@ ${lexemes(query)} AND ${matchIn(query, place.text)})`
  }
}

/** Whether the index alone decides. */
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

/** The query as a `tsquery`. */
function lexemeQuery(query: TextQuery): string {
  switch (query.kind) {
    case 'word':
      return quoted(query.word)
    case 'prefix':
      return `${quoted(query.word)}:*`
    case 'phrase':
      return query.words.map(quoted).join(' & ')
    case 'not':
      return `!(${lexemeQuery(query.part)})`
    case 'and':
      return query.parts.map(part => `(${lexemeQuery(part)})`).join(' & ')
    case 'or':
      return query.parts.map(part => `(${lexemeQuery(part)})`).join(' | ')
  }
}

const quoted = (word: string): string => `'${cutWord(word).replace(/['\\]/g, '$&$&')}'`

/** A condition on a text of words. */
function matchIn(query: TextQuery, text: Sql): Sql {
  switch (query.kind) {
    case 'word':
      return contains(text, ` ${query.word} `)
    case 'prefix':
      return contains(text, ` ${query.word}`)
    case 'phrase':
      return contains(text, ` ${query.words.join(' ')} `)
    case 'not':
      return sql`NOT ${matchIn(query.part, text)}`
    case 'and':
      return allOf(query.parts.map(part => matchIn(part, text)))
    case 'or':
      return oneOf(query.parts.map(part => matchIn(part, text)))
  }
}

const contains = (text: Sql, part: string): Sql => sql`strpos(${text}, ${toStorable(part)}) > 0`
