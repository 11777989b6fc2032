import { excerptOf, isJsonObject, type JsonValue } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import type { ChoiceField, Field, SetField } from './field.js'
import { accept, type ReadValue, refuse, type Term, tooMany } from './reading.js'

/**
 * Returns the token in a request. Instead of the token, clients may send the term that they received (`{title,
 * token}`).
 */
const tokenOf = (raw: JsonValue): JsonValue =>
  isJsonObject(raw) && Object.hasOwn(raw, 'token') ? (raw.token ?? null) : raw

/** Returns the set of tokens of a list of terms. The set is cached, because each row of a table needs it. */
const tokensOf = memoizeByIdentity(
  (terms: readonly Term[]): ReadonlySet<string> => new Set(terms.map(({ token }) => token)),
)

export const readChoice: ReadValue<ChoiceField> = (field, raw, { context, stored }) => {
  const token = tokenOf(raw)
  if (token === '' || token === null) return field.required ? refuse('field.required') : accept(null)
  if (typeof token !== 'string') return refuse('field.token-expected')
  if (token === stored || tokensOf(context.terms(field.vocabulary)).has(token)) return accept(token)
  return refuse('field.not-in-vocabulary', { value: token.slice(0, 100) })
}

/**
 * Reads a set of tokens from a request. Stored tokens remain valid even if the vocabulary no longer contains them. If
 * the request contains exactly the stored tokens that the editor can see, the other stored tokens are retained too.
 * Without this rule, an editor who saves an unchanged form would remove tokens that the editor cannot see, such as a
 * hidden room (docs/content-and-access.md, Values of fields, rule 5).
 */
export const readSet: ReadValue<SetField> = (field, raw, { context, stored }) => {
  const items = Array.isArray(raw) ? (raw as readonly JsonValue[]) : [raw]
  const problem = tooMany(items)
  if (problem) return problem
  const tokens = new Set(items.map(tokenOf))
  const availableTokens = tokensOf(context.terms(field.vocabulary))
  const isAvailable = (token: JsonValue): boolean => typeof token === 'string' && availableTokens.has(token)
  const before = Array.isArray(stored) ? (stored as readonly JsonValue[]) : []
  const storedTokens = new Set(before)
  const unknown = [...tokens].find(token => !isAvailable(token) && !storedTokens.has(token))
  if (unknown !== undefined) return refuse('field.not-in-vocabulary', { value: excerptOf(unknown) })
  const [visibleBefore, sent] = [before.filter(isAvailable), [...tokens].filter(isAvailable)]
  const isUnchanged = visibleBefore.length === sent.length && visibleBefore.every(token => tokens.has(token))
  if (isUnchanged && stored !== undefined) return accept(before)
  const retained = before.filter(token => tokens.has(token) && !isAvailable(token))
  return accept([...[...availableTokens].filter(token => tokens.has(token)), ...retained])
}

export function tokensInInput(field: Field, raw: JsonValue): readonly (readonly [vocabulary: string, token: string])[] {
  const list: readonly JsonValue[] = Array.isArray(raw) ? raw : [raw]
  // A list with too many entries is rejected later, so looking up its tokens is unnecessary.
  if (tooMany(list)) return []
  if (field.kind === 'choice' || field.kind === 'set')
    return list.map(tokenOf).flatMap(token => (typeof token === 'string' ? [[field.vocabulary, token] as const] : []))
  if (field.kind !== 'rows') return []
  const rows = list.filter(isJsonObject)
  return field.columns.flatMap(column => rows.flatMap(row => tokensInInput(column, row[column.name] ?? null)))
}
