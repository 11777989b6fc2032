import type { Condition, TextQuery } from '@plenum/core/ports'
import { allOf, type Sql, sql } from '../sql.js'
import { inStretch, type Stretch } from './stretches.js'

/** An FTS5 expression. `negated` means all objects except its hits, because FTS5 has no unary NOT. */
interface Match {
  readonly expression: string
  readonly negated: boolean
}

type TextColumn = Extract<Condition, { kind: 'text' }>['in']

/**
 * A condition on `n`: its words in a column of the text index match the query. With a stretch, it is one on the objects
 * of that stretch only.
 */
export function compileText(query: TextQuery, column: TextColumn, stretch: Stretch = null): Sql {
  const { expression, negated } = matchOf(query)
  const found = allOf([sql`w.node_words MATCH ${inColumn(column, expression)}`, ...inStretch(sql`w.rowid`, stretch)])
  const hits = sql`(SELECT w.rowid FROM node_words w WHERE ${found})`
  return negated ? sql`n.seq NOT IN ${hits}` : sql`n.seq IN ${hits}`
}

/** The FTS5 expression of a query; null for one that matches what lacks words. */
export function directMatch(query: TextQuery, column: TextColumn): string | null {
  const { expression, negated } = matchOf(query)
  return negated ? null : inColumn(column, expression)
}

const inColumn = (column: TextColumn, expression: string): string => `${column} : (${expression})`

/**
 * A word in characters that the tokenizer does not change: `é` -> `_e9_`. Each character is encoded by itself, so that
 * a prefix of a word is encoded as a prefix.
 */
export function encodeWord(word: string): string {
  return word.replace(/[^a-z0-9]/gu, character => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)
}

function matchOf(query: TextQuery): Match {
  switch (query.kind) {
    case 'word':
      return { expression: quotePhrase([query.word]), negated: false }
    case 'prefix':
      return { expression: `${quotePhrase([query.word])} *`, negated: false }
    case 'phrase':
      return { expression: quotePhrase(query.words), negated: false }
    case 'not':
      return opposite(matchOf(query.part))
    case 'and':
      return both(query.parts.map(matchOf))
    case 'or':
      return opposite(both(query.parts.map(part => opposite(matchOf(part)))))
  }
}

function quotePhrase(words: readonly string[]): string {
  return `"${words.map(encodeWord).join(' ')}"`
}

function opposite({ expression, negated }: Match): Match {
  return { expression, negated: !negated }
}

/** By De Morgan: `a AND NOT b AND NOT c` becomes `a NOT (b OR c)`. */
function both(matches: readonly Match[]): Match {
  const wanted = joinMatches(
    matches.filter(({ negated }) => !negated),
    ' AND ',
  )
  const unwanted = joinMatches(
    matches.filter(({ negated }) => negated),
    ' OR ',
  )
  if (wanted === '') return { expression: unwanted, negated: true }
  return { expression: unwanted === '' ? wanted : `(${wanted}) NOT (${unwanted})`, negated: false }
}

function joinMatches(matches: readonly Match[], operator: string): string {
  // Without duplicates, because FTS5 searches for each one again.
  return [...new Set(matches.map(({ expression }) => `(${expression})`))].join(operator)
}
