import type { Field } from '../../../content/fields/field.js'
import { maxRelations, referenceIn } from '../../../content/fields/relationKinds.js'
import type { RegisteredType } from '../../../content/model/model.js'
import type { FieldValues } from '../../../content/node/node.js'
import type { JsonValue } from '../../../foundation/json.js'
import type { ObjectFinding } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'

/** A possible target of relations. */
export interface Target {
  readonly uid: string
  readonly type: string
}

/** Finds imported and existing objects by UID or path. */
export type FindTarget = (reference: string) => Target | undefined

interface RelationsResult {
  readonly fields: FieldValues
  readonly findings: readonly ObjectFinding[]
}

/** The values of relation fields, without dangling relations. */
export function readRelations(
  type: RegisteredType,
  { relations, values }: Pick<IncomingObject, 'relations' | 'values'>,
  find: FindTarget,
): RelationsResult {
  const fields: Record<string, JsonValue> = {}
  const findings: ObjectFinding[] = []
  for (const field of type.allFields) {
    if (field.hidden || (field.kind !== 'relation' && field.kind !== 'relations')) continue
    const references = relations[field.name] ?? referencesIn(values[field.name])
    const targets = references.flatMap(reference => {
      const target = find(reference)
      const isAccepted = target !== undefined && (field.types?.includes(target.type) ?? true)
      if (!isAccepted) findings.push({ kind: 'relation', weight: 'note', key: field.name, detail: reference })
      return target && isAccepted ? [target.uid] : []
    })
    const value = targetValue(field, targets)
    if (value !== undefined) fields[field.name] = value
  }
  return { fields, findings }
}

/** Versions have their references among their values. */
function referencesIn(raw: JsonValue | undefined): readonly string[] {
  const items = Array.isArray(raw) ? (raw as readonly JsonValue[]) : [raw ?? null]
  return items.flatMap(item => referenceIn(item) ?? [])
}

function targetValue({ kind }: Field, targets: readonly string[]): JsonValue | undefined {
  if (kind === 'relations') return targets.length > 0 ? [...new Set(targets)].slice(0, maxRelations) : undefined
  return targets[0]
}
