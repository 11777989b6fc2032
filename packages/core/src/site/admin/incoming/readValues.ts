import { tokensInInput } from '../../../content/fields/choiceKinds.js'
import type { Field } from '../../../content/fields/field.js'
import { readField } from '../../../content/fields/readField.js'
import { type Reading, type ReadingContext, refuse, type Term } from '../../../content/fields/reading.js'
import type { RegisteredType } from '../../../content/model/model.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import { recurringFromField } from '../../../event/eventBehavior.js'
import { isJsonObject, type JsonValue, sameJson } from '../../../foundation/json.js'
import type { Message } from '../../../foundation/messages.js'
import { ModelError } from '../../../foundation/modelError.js'
import { rootPath } from '../../../foundation/paths.js'
import { tokenKeysField } from '../../people/tokenKeys.js'
import { type Environment, secretField } from '../../run/environment.js'
import type { IncomingBody, IncomingObject, ObjectFinding } from './incomingSite.js'

/** The keys that other systems export even for types without these fields. */
const alwaysExported: ReadonlySet<string> = new Set(['language'])

/** The maximum number of unknown fields that are reported for each object. */
const maxUnknownFields = 1000

const isRelation = ({ kind }: Field): boolean => kind === 'relation' || kind === 'relations'

/** Reads all values except relations. The fields validate their values (docs/how-to/move-in.md, Fields). */
export function readValues(environment: Environment, type: RegisteredType, body: IncomingBody) {
  const fields: Record<string, JsonValue> = {}
  const findings: ObjectFinding[] = []
  const visibleFields = type.allFields.filter(({ hidden }) => !hidden)
  for (const field of visibleFields.filter(field => !isRelation(field))) {
    const result = readOne(environment, field, body)
    if (result.value !== undefined) fields[field.name] = result.value
    findings.push(...result.findings.map(finding => ({ ...finding, key: field.name })))
  }
  const names = new Set(visibleFields.map(({ name }) => name))
  const unknown = [...Object.keys(body.values), ...Object.keys(body.files)].filter(key => !names.has(key))
  for (const key of unknown.slice(0, maxUnknownFields))
    findings.push({ kind: 'field', weight: alwaysExported.has(key) ? 'note' : 'unknown', key, detail: null })
  return { fields, findings }
}

interface ValueResult {
  readonly value?: JsonValue
  readonly findings: readonly Omit<ObjectFinding, 'key'>[]
}

function readOne(environment: Environment, field: Field, { values, files }: IncomingBody): ValueResult {
  const file = files[field.name]
  if (file)
    return field.kind === 'image' && file.width === null
      ? rejection(refuse('field.image'))
      : { value: file, findings: [] }
  const raw = values[field.name]
  if (raw === undefined) return { findings: [] }
  if (raw === null || (raw === '' && field.required)) return emptyValue(field, raw)
  const reading = readField(field, raw, { context: contextOf(environment, field, raw), stored: undefined })
  if (!reading.ok) return rejection(reading)
  const isSafe = !mayBeUnsafe(field) || isUnchanged(raw, reading.value)
  return { value: reading.value, findings: isSafe ? [] : [{ kind: 'made-safe', weight: 'note', detail: null }] }
}

/**
 * Reads an empty value. A missing required value is accepted, because the source may not have enforced the rule. If the
 * field has a default, null is stored, so that a later export contains null instead of the default.
 */
function emptyValue({ required, default: defaultValue = null }: Field, raw: JsonValue): ValueResult {
  const findings = required ? ([{ kind: 'required', weight: 'note', detail: null }] as const) : []
  return raw === null && defaultValue === null ? { findings } : { value: raw, findings }
}

const rejection = (reading: Reading): ValueResult =>
  reading.ok ? { findings: [] } : { findings: [{ kind: 'value', weight: 'problem', detail: reading.reason }] }

const mayBeUnsafe = ({ kind }: Field): boolean => kind === 'richText' || kind === 'json'

/**
 * Whether the value that was read equals the exported value. For rich text, only `data` is compared, because equivalent
 * values of the other keys, such as the encoding, can be spelled differently.
 */
function isUnchanged(raw: JsonValue, value: JsonValue): boolean {
  const dataOf = (rich: JsonValue): JsonValue | undefined =>
    typeof rich === 'object' ? (rich as FieldValues).data : rich
  return sameJson(raw, value) || (dataOf(raw) !== undefined && dataOf(raw) === dataOf(value))
}

/**
 * Returns the context in which a field reads its value. Unknown tokens are rejected only for fixed vocabularies. Other
 * vocabularies, such as rooms and tracks, may no longer contain terms that old content uses.
 */
function contextOf({ vocabularies, cleanHtml, newUid }: Environment, field: Field, raw: JsonValue): ReadingContext {
  const tokenPairs = tokensInInput(field, raw)
  const terms = (name: string): readonly Term[] => {
    const vocabulary = vocabularies.get(name)
    const titles = vocabulary && 'titles' in vocabulary ? (vocabulary.titles as object) : null
    const tokens = new Set(tokenPairs.flatMap(([vocabularyName, token]) => (vocabularyName === name ? [token] : [])))
    return [...tokens].filter(token => !titles || Object.hasOwn(titles, token)).map(token => ({ token, title: token }))
  }
  const byName = new Map<string, readonly Term[]>()
  return {
    terms: name => {
      const cached = byName.get(name) ?? terms(name)
      byName.set(name, cached)
      return cached
    },
    related: () => undefined,
    upload: () => undefined,
    cleanHtml,
    newId: newUid,
    keepsBlanks: true,
  }
}

/**
 * The fields that must not be copied to another site. For example, the secret of a site could be used to forge tokens.
 */
const privateFields: ReadonlySet<string> = new Set([secretField, tokenKeysField, 'catalog_form', recurringFromField])

export function checkHiddenValues(
  environment: Environment,
  type: RegisteredType,
  { hiddenValues, path }: Pick<IncomingObject, 'hiddenValues' | 'path'>,
): readonly ObjectFinding[] {
  const findings = Object.entries(hiddenValues).flatMap(([name, value]) => {
    if (privateFields.has(name)) return [hiddenProblem(name, 'site')]
    const field = type.allFields.find(candidate => candidate.name === name)
    const problem = field && value !== null ? problemOf(environment, field, value) : null
    return problem === null ? [] : [hiddenProblem(name, problem)]
  })
  return path === rootPath ? [...findings, ...checkChoices(environment, hiddenValues)] : findings
}

const hiddenProblem = (key: string, detail: Message | string): ObjectFinding => ({
  kind: 'value',
  weight: 'problem',
  key,
  detail,
})

const maxInstant = 8.64e15

function problemOf(environment: Environment, field: Field, value: JsonValue): Message | string | null {
  if (field.kind === 'instant')
    return Number.isSafeInteger(value) && Math.abs(Number(value)) <= maxInstant ? null : JSON.stringify(value)
  const reading = readField(field, value, { context: contextOf(environment, field, value), stored: undefined })
  return reading.ok ? null : reading.reason
}

function checkChoices(environment: Environment, hiddenValues: FieldValues): readonly ObjectFinding[] {
  const names = ['type_behaviors', 'type_workflows'].filter(name => hiddenValues[name] !== undefined)
  const invalidNames = names.filter(name => !isChoice(hiddenValues[name]))
  if (invalidNames.length > 0) return invalidNames.map(name => hiddenProblem(name, JSON.stringify(hiddenValues[name])))
  try {
    environment.at({ fields: hiddenValues } as ContentNode)
    return []
  } catch (error) {
    if (error instanceof ModelError) return [hiddenProblem(names.join(', '), error.message)]
    throw error
  }
}

const isChoice = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) &&
  Object.values(value).every(list => Array.isArray(list) && list.every(name => typeof name === 'string'))
