import type { DifferencePiece } from '../../answers/history.js'
import { textsOf } from '../../content/catalog/searchWords.js'
import type { Field } from '../../content/fields/field.js'
import type { FieldValues } from '../../content/node/node.js'
import { formatInstant } from '../../foundation/instants.js'
import { isJsonObject, type JsonValue } from '../../foundation/json.js'

/** The kinds of fields for which only the text of the values is compared, without the markup. */
const textualKinds: ReadonlySet<Field['kind']> = new Set(['line', 'text', 'richText', 'email', 'uri', 'list'])

/**
 * Returns the pieces of text that two values have in common or that only one of them contains, or null if the values
 * are equal (docs/workflow-and-history.md, Differences).
 */
export function differencesIn(field: Field, older: FieldValues, newer: FieldValues): readonly DifferencePiece[] | null {
  const [before, after] = [older[field.name] ?? null, newer[field.name] ?? null]
  if (before === after || JSON.stringify(before) === JSON.stringify(after)) return null
  const texts = [textIn(field, before), textIn(field, after)] as const
  const [first, second] = texts[0] === texts[1] ? [rawText(before), rawText(after)] : texts
  return piecesOf(first, second)
}

function textIn(field: Field, value: JsonValue): string {
  if (value === null) return ''
  if (field.kind === 'instant' && typeof value === 'number') return formatInstant(value)
  const isBlocks = field.kind === 'json' && field.searchable === true
  if (textualKinds.has(field.kind) || isBlocks) return [...textsOf(field, value)].join('\n')
  if (isJsonObject(value) && typeof value.filename === 'string') return `${value.filename} (${value.size ?? ''})`
  return rawText(value)
}

function rawText(value: JsonValue): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

/**
 * Splits two strings into their common prefix, their different middle parts and their common suffix. The function does
 * not compute a minimal diff, because this would take quadratic time.
 */
function piecesOf(older: string, newer: string): readonly DifferencePiece[] {
  const [before, after] = [wordsOf(older), wordsOf(newer)]
  const start = commonLength(before, after, (words, i) => words[i])
  const [olderRest, newerRest] = [before.slice(start), after.slice(start)]
  const end = commonLength(olderRest, newerRest, (words, i) => words[words.length - 1 - i])
  const pieces: readonly DifferencePiece[] = [
    { kind: 'same', text: before.slice(0, start).join('') },
    { kind: 'removed', text: olderRest.slice(0, olderRest.length - end).join('') },
    { kind: 'added', text: newerRest.slice(0, newerRest.length - end).join('') },
    { kind: 'same', text: olderRest.slice(olderRest.length - end).join('') },
  ]
  return pieces.filter(({ text }) => text !== '')
}

const wordsOf = (text: string): readonly string[] => text.match(/\s+|\S+/g) ?? []

type WordAt = (words: readonly string[], i: number) => string | undefined

function commonLength(older: readonly string[], newer: readonly string[], at: WordAt): number {
  const maxLength = Math.min(older.length, newer.length)
  for (let i = 0; i < maxLength; i++) if (at(older, i) !== at(newer, i)) return i
  return maxLength
}
