import type { TextQuery } from '@plenum/core/ports'
import type { TextColumn } from '../../../shared/search/conditions/compileCondition.js'
import { allOf, type Sql, sql } from '../../../shared/sql.js'
import { everything, inChunk, type SearchScope } from './chunks.js'

/**
 * An FTS5 expression. If `negated` is true, the matches are all objects except the hits of the expression. Negation is
 * stored separately, because FTS5 has no unary NOT.
 */
interface Match {
  readonly expression: string
  readonly negated: boolean
}

export function compileText(query: TextQuery, column: TextColumn, scope: SearchScope = everything): Sql {
  const { expression, negated } = expressionOf(query, column)
  const hit = isHit(expression, scope)
  return negated ? sql`NOT ${hit}` : hit
}

function isHit(expression: string, { chunk, gathered }: SearchScope): Sql {
  const id = gathered.get(expression)
  if (id === null) return sql`0`
  if (id !== undefined) return sql`EXISTS (SELECT 1 FROM temp.text_hit h WHERE h.id = ${id} AND h.seq = n.seq)`
  const condition = allOf([sql`w.node_words MATCH ${expression}`, ...inChunk(sql`w.rowid`, chunk)])
  return sql`n.seq IN (SELECT w.rowid FROM node_words w WHERE ${condition})`
}

export function expressionOf(query: TextQuery, column: TextColumn): Match {
  const { expression, negated } = matchOf(query)
  return { expression: `${column} : (${expression})`, negated }
}

/**
 * Encodes a word in characters that the tokenizer preserves, for example `_e9_` for `é`. Each character is encoded
 * separately, so that an encoded prefix is a prefix of the encoded word.
 */
export const encodeWord = (word: string): string =>
  word.replace(/[^a-z0-9]/gu, character => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)

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

const quotePhrase = (words: readonly string[]): string => `"${words.map(encodeWord).join(' ')}"`

const opposite = ({ expression, negated }: Match): Match => ({ expression, negated: !negated })

/**
 * Returns a match for the objects that all given matches select. By De Morgan's laws, `a AND NOT b AND NOT c` becomes
 * `a NOT (b OR c)`.
 */
function both(matches: readonly Match[]): Match {
  const included = joinMatches(
    matches.filter(({ negated }) => !negated),
    ' AND ',
  )
  const excluded = joinMatches(
    matches.filter(({ negated }) => negated),
    ' OR ',
  )
  if (included === '') return { expression: excluded, negated: true }
  return { expression: excluded === '' ? included : `(${included}) NOT (${excluded})`, negated: false }
}

function joinMatches(matches: readonly Match[], operator: string): string {
  // Duplicates are removed, because FTS5 would search for each duplicate again.
  return [...new Set(matches.map(({ expression }) => `(${expression})`))].join(operator)
}
