import type { Field } from '../../../content/fields/field.js'
import { maxRelations, referenceIn } from '../../../content/fields/relationKinds.js'
import type { RegisteredType } from '../../../content/model/model.js'
import type { FieldValues } from '../../../content/node/node.js'
import type { ObjectReader } from '../../../content/store/contentReader.js'
import type { JsonValue } from '../../../foundation/json.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Environment } from '../../run/environment.js'
import { findingAt, type IncomingFinding, type IncomingObject, type ObjectFinding } from './incomingSite.js'
import type { PlannedObject } from './plannedObject.js'

interface Target {
  readonly uid: string
  readonly type: string
}

/** Finds the target of a relation. `reference` is a UID or a path. */
export type FindTarget = (reference: string) => Target | undefined

/** Reads the relations of an object. Omits relations whose target does not exist. */
export function readRelations(
  type: RegisteredType,
  { relations, values }: Pick<IncomingObject, 'relations' | 'values'>,
  find: FindTarget,
): { readonly fields: FieldValues; readonly findings: readonly ObjectFinding[] } {
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

/** Returns the references to relation targets in a field value. Only the values of versions contain such references. */
function referencesIn(raw: JsonValue | undefined): readonly string[] {
  const items = Array.isArray(raw) ? (raw as readonly JsonValue[]) : [raw ?? null]
  return items.flatMap(item => referenceIn(item) ?? [])
}

function targetValue({ kind }: Field, targets: readonly string[]): JsonValue | undefined {
  if (kind === 'relations') return targets.length > 0 ? [...new Set(targets)].slice(0, maxRelations) : undefined
  return targets[0]
}

type Relations = ReadonlyMap<string, IncomingObject['relations']>

const batchSize = 200

export async function findTargets(
  order: readonly PlannedObject[],
  relations: Relations,
  reader: ObjectReader,
): Promise<FindTarget> {
  const targets = new Map<string, Target>()
  for (const { uid, path, type } of order) {
    targets.set(uid, { uid, type })
    targets.set(path, { uid, type })
  }
  const [root] = (await reader.open(rootPath)).lineage
  const importedRoot = order.find(({ path }) => path === rootPath)
  for (const name of root ? [root.uid, rootPath, importedRoot?.uid ?? rootPath] : []) if (root) targets.set(name, root)
  const missing = [...new Set([...relations.values()].flatMap(of => Object.values(of).flat()))].filter(
    uid => !targets.has(uid),
  )
  for (let start = 0; start < missing.length; start += batchSize)
    for (const { uid, type } of await reader.nodes(missing.slice(start, start + batchSize)))
      targets.set(uid, { uid, type })
  return reference => targets.get(reference)
}

export function danglingRelations(
  { registry }: Environment,
  { order, relations, find }: { order: readonly PlannedObject[]; relations: Relations; find: FindTarget },
): readonly IncomingFinding[] {
  return order.flatMap(planned => {
    const ownRelations = relations.get(planned.uid)
    if (!ownRelations) return []
    const { findings } = readRelations(registry.type(planned.type), { relations: ownRelations, values: {} }, find)
    return findings.map(finding => findingAt(planned, finding))
  })
}
