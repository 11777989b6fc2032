import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import type { ChoiceField, Field, SetField } from './field.js'
import { accept, excerptOf, type ReadValue, refuse, type Term, tooMany } from './reading.js'

/** A term as payloads carry it may be sent back in place of its token. */
function tokenOf(raw: JsonValue): JsonValue {
  return isJsonObject(raw) && Object.hasOwn(raw, 'token') ? (raw.token ?? null) : raw
}

const tokensByTerms = new WeakMap<readonly Term[], ReadonlySet<string>>()

/** Tokens in the order of the vocabulary. Every row of a table may ask for them. */
function tokensOf(terms: readonly Term[]): ReadonlySet<string> {
  const tokens = tokensByTerms.get(terms) ?? new Set(terms.map(({ token }) => token))
  tokensByTerms.set(terms, tokens)
  return tokens
}

export const readChoice: ReadValue<ChoiceField> = (field, raw, { context, stored }) => {
  const token = tokenOf(raw)
  if (token === '' || token === null) return field.required ? refuse('field.required') : accept(null)
  if (typeof token !== 'string') return refuse('field.token-expected')
  if (token === stored || tokensOf(context.terms(field.vocabulary)).has(token)) return accept(token)
  return refuse('field.not-in-vocabulary', { value: token.slice(0, 100) })
}

/**
 * Tokens that the editor cannot see survive when only the visible ones are sent back (docs/content-and-access.md,
 * Values of fields, rule 5); so that nobody clears a hidden room by saving what a form showed.
 */
export const readSet: ReadValue<SetField> = (field, raw, { context, stored }) => {
  const items = Array.isArray(raw) ? (raw as readonly JsonValue[]) : [raw]
  const problem = tooMany(items)
  if (problem) return problem
  const sent = new Set(items.map(tokenOf))
  const offered = tokensOf(context.terms(field.vocabulary))
  const unknown = [...sent].find(token => typeof token !== 'string' || !offered.has(token))
  if (unknown !== undefined) return refuse('field.not-in-vocabulary', { value: excerptOf(unknown) })
  const before = Array.isArray(stored) ? (stored as readonly JsonValue[]) : []
  const visibleBefore = before.filter(token => offered.has(String(token)))
  const same = visibleBefore.length === sent.size && visibleBefore.every(token => sent.has(token))
  return accept(same && stored !== undefined ? before : [...offered].filter(token => sent.has(token)))
}

/**
 * Tokens in a value as it was sent, with the vocabularies that they are from; those of the columns of rows included.
 */
export function tokensSent(field: Field, raw: JsonValue): readonly (readonly [vocabulary: string, token: string])[] {
  const list: readonly JsonValue[] = Array.isArray(raw) ? raw : [raw]
  // What is refused in any case is not looked up.
  if (tooMany(list)) return []
  if (field.kind === 'choice' || field.kind === 'set')
    return list.map(tokenOf).flatMap(token => (typeof token === 'string' ? [[field.vocabulary, token] as const] : []))
  if (field.kind !== 'rows') return []
  const rows = list.filter(isJsonObject)
  return field.columns.flatMap(column => rows.flatMap(row => tokensSent(column, row[column.name] ?? null)))
}
