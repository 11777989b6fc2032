import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import type { RelationField, RelationsField } from './field.js'
import { accept, type Reading, type ReadingContext, type ReadValue, refuse, tooMany } from './reading.js'

/** The maximum number of targets per field (docs/content-and-access.md, Limits of fields). */
export const maxRelations = 1000

export function referenceIn(raw: JsonValue): string | undefined {
  const reference = isJsonObject(raw) ? (raw.UID ?? raw['@id']) : raw
  return typeof reference === 'string' && reference !== '' ? reference : undefined
}

type RelationKind = RelationField | RelationsField

function readReference(raw: JsonValue, { types }: RelationKind, { context, stored }: RelationInput): Reading {
  const reference = referenceIn(raw)
  if (reference === undefined) return refuse('field.reference-expected')
  const target = context.related(reference)
  // Accepts a stored target that has been hidden or deleted since the form was opened.
  if (!target && stored.has(reference)) return accept(reference)
  if (!target) return refuse('field.unresolved', { reference: reference.slice(0, 200) })
  if (types && !types.includes(target.type)) return refuse('field.wrong-target', { types: types.join(', ') })
  return accept(target.uid)
}

interface RelationInput {
  readonly context: ReadingContext
  readonly stored: ReadonlySet<JsonValue>
}

export const readRelation: ReadValue<RelationField> = (field, raw, { context, stored }) => {
  if (raw === '') return field.required ? refuse('field.required') : accept(null)
  if (typeof stored === 'string' && referenceIn(raw) === stored) return accept(stored)
  return readReference(raw, field, { context, stored: new Set() })
}

/**
 * Reads relations from a request. If the request contains exactly the stored targets that the editor can see, the other
 * stored targets are retained. Without this rule, an editor who saves an unchanged form would remove targets that the
 * editor cannot see (docs/content-and-access.md, Values of fields, rule 5).
 */
export const readRelations: ReadValue<RelationsField> = (field, raw, { context, stored }) => {
  const items = Array.isArray(raw) ? (raw as readonly JsonValue[]) : [raw]
  const problem = tooMany(items, maxRelations)
  if (problem) return problem
  const before = Array.isArray(stored) ? (stored as readonly JsonValue[]) : []
  const storedUids = new Set(before)
  const targets = new Set<JsonValue>()
  for (const item of items) {
    const reading = readReference(item, field, { context, stored: storedUids })
    if (!reading.ok) return reading
    targets.add(reading.value)
  }
  const isHidden = (uid: JsonValue): boolean => storedUids.has(uid) && !context.related(String(uid))
  const visible = before.filter(uid => !isHidden(uid))
  const sent = [...targets].filter(uid => !isHidden(uid))
  const hasAllVisible = visible.length === sent.length && visible.every(uid => targets.has(uid))
  if (!hasAllVisible) return accept([...targets])
  const isSameOrder = visible.every((uid, i) => uid === sent[i])
  return accept(isSameOrder ? before : [...sent, ...before.filter(isHidden)])
}
