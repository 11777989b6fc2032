import type { Instant } from '../../foundation/instants.js'
import { type JsonObject, type JsonValue, sameJson } from '../../foundation/json.js'
import { type FieldProblem, message } from '../../foundation/messages.js'
import type { Field } from '../fields/field.js'
import { readField } from '../fields/readField.js'
import { type Reading, type ReadingContext, refuse } from '../fields/reading.js'
import type { FieldValues } from '../node/node.js'
import type { RegisteredType } from './model.js'
import { fieldValue } from './serialize.js'

export interface FieldsInput {
  readonly type: RegisteredType
  readonly input: JsonObject
  readonly stored: FieldValues
  /** The values that replace stored values in payloads (see `Behavior.computed`). */
  readonly computed?: FieldValues
  readonly site?: FieldValues
  readonly context: ReadingContext
  /** Whether the caller may set the field. If not, the value in the request is ignored. */
  readonly mayWrite: (field: Field) => boolean
}

export type FieldsResult =
  | { readonly ok: true; readonly values: FieldValues }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

type Outcome = Reading | 'absent'

function readInput(field: Field, { input, stored, context, mayWrite }: FieldsInput): Outcome {
  const raw = Object.hasOwn(input, field.name) && mayWrite(field) ? input[field.name] : undefined
  if (raw === undefined) return 'absent'
  if (raw !== null) return readField(field, raw, { context, stored: stored[field.name] })
  if (isHiddenTarget(field, stored, context)) return 'absent'
  return field.required ? { ok: false, reason: message('field.null') } : { ok: true, value: nullOf(field) }
}

/**
 * Whether null in the request stands for a target that the editor may not view. Payloads contain null instead of the
 * target. If the editor sends null back, the target is kept (docs/content-and-access.md, Values of fields, rule 5).
 */
function isHiddenTarget(field: Field, stored: FieldValues, context: ReadingContext): boolean {
  const uid = stored[field.name]
  return field.kind === 'relation' && typeof uid === 'string' && !context.related(uid)
}

const listKinds: readonly Field['kind'][] = ['rows', 'list', 'relations', 'options']

/**
 * Returns the value that replaces null in a request: an empty list for list fields, the default for JSON, string and
 * boolean fields that have one, an empty object for other JSON fields, and null for all other fields.
 */
function nullOf(field: Field): JsonValue {
  if (listKinds.includes(field.kind)) return []
  if (field.kind === 'json') return typeof field.default === 'function' ? {} : (field.default ?? {})
  if (field.kind === 'line' || field.kind === 'text') return typeof field.default === 'string' ? field.default : null
  return field.kind === 'boolean' && typeof field.default === 'boolean' ? field.default : null
}

/**
 * Returns the defaults that are stored in a new object: time-dependent values and the values of required fields. All
 * other defaults are applied on reads.
 */
export function initialValues(fields: readonly Field[], now: Instant): FieldValues {
  const values = fields.map((field): [string, JsonValue | undefined] => [field.name, initialValue(field, now)])
  return Object.fromEntries(values.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined))
}

function initialValue(field: Field, now: Instant): JsonValue | undefined {
  if (typeof field.default === 'function') return field.default(now)
  return field.required && field.default !== '' && field.default !== null ? field.default : undefined
}

const valuesOfSite = (fields: readonly Field[], site: FieldValues = {}): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ name, initialFrom }) => {
      const value = initialFrom === undefined ? undefined : site[initialFrom]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Reads the fields of a new object. Also validates fields that are missing from the request. */
export function readNewFields(reading: FieldsInput, now: Instant): FieldsResult {
  const { allFields } = reading.type
  const initial = { ...valuesOfSite(allFields, reading.site), ...initialValues(allFields, now) }
  const read = (field: Field): Outcome => {
    const outcome = readInput(field, reading)
    const value = Object.hasOwn(initial, field.name) ? initial[field.name] : undefined
    if (outcome !== 'absent' || value === undefined)
      return outcome === 'absent' && field.required ? refuse('field.required') : outcome
    return { ok: true, value }
  }
  return readEach(reading, read)
}

export const readChangedFields = (reading: FieldsInput): FieldsResult =>
  readEach(reading, field => {
    const outcome = readChange(field, reading)
    return isComputed(field, outcome, reading) ? 'absent' : outcome
  })

/**
 * Reads the value of a field in a request that changes an object. Payloads contain the default of an unset field. If a
 * client sends this default back, the field remains unset, even if the default is not a valid value, such as an empty
 * title (docs/content-and-access.md, Values of fields, rule 2).
 */
function readChange(field: Field, reading: FieldsInput): Outcome {
  const isSet = (reading.stored[field.name] ?? null) !== null
  const initial = fieldValue({ fields: {} }, field)
  if (!isSet && sameJson(reading.input[field.name], initial)) return 'absent'
  const outcome = readInput(field, reading)
  return !isSet && outcome !== 'absent' && outcome.ok && sameJson(outcome.value, initial) ? 'absent' : outcome
}

const isComputed = ({ name }: Field, outcome: Outcome, { computed = {} }: FieldsInput): boolean =>
  outcome !== 'absent' && outcome.ok && Object.hasOwn(computed, name) && sameJson(outcome.value, computed[name])

function readEach({ type, stored }: FieldsInput, read: (field: Field) => Outcome): FieldsResult {
  const values: Record<string, JsonValue> = { ...stored }
  const problems: FieldProblem[] = []
  for (const field of type.allFields.filter(({ hidden }) => !hidden)) {
    const outcome = read(field)
    if (outcome === 'absent') continue
    if (outcome.ok) values[field.name] = outcome.value
    else problems.push({ field: field.name, message: outcome.reason })
  }
  if (problems.length === 0) problems.push(...brokenInvariants(type, values, stored))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values }
}

/**
 * Returns the violations of the rules that involve a changed field. All other rules are skipped, because an existing
 * contradiction must not block other changes.
 */
const brokenInvariants = (type: RegisteredType, values: FieldValues, stored: FieldValues): readonly FieldProblem[] =>
  [...type.allBehaviors, type]
    .flatMap(({ invariants = [] }) => invariants)
    .filter(({ fields }) => fields.some(name => !sameJson(values[name], stored[name])))
    .flatMap(({ problem, fields }) => {
      const broken = problem(values)
      const shownAt = fields.at(-1)
      return broken ? [{ field: null, ...(shownAt === undefined ? {} : { shownAt }), message: broken }] : []
    })
