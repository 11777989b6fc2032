import type { TypeSchemaPayload } from '../../answers/forms.js'
import type { Field } from '../../content/fields/field.js'
import type { RegisteredType } from '../../content/model/model.js'
import { activeParts } from '../../content/model/registry.js'
import { typeSchema } from '../../content/schema/typeSchema.js'
import { eventRootOf } from '../../event/eventRoot.js'
import type { JsonValue } from '../../foundation/json.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { may, type Visit } from '../run/visit.js'

const maxKept = 8

/** Schemas by their dependencies, cached for the lifetime of the type. */
const kept = new WeakMap<RegisteredType, Map<string, TypeSchemaPayload>>()

/**
 * The schema of a type for the caller, at the requested object: computed once for all callers with the same schema
 * (docs/content-and-access.md, Schemas of types). Immutable.
 */
export function schemaFor(visit: Visit, type: RegisteredType): TypeSchemaPayload {
  const active = activeType(visit, type)
  // Without a language, the translations of an embedder may vary, so the schema is not cached.
  if (visit.language === undefined) return makeSchema(visit, active)
  const key = JSON.stringify([visit.language, placeOf(visit), inactiveOf(type, active), dependenciesOf(visit, active)])
  const schemas = kept.get(type) ?? new Map<string, TypeSchemaPayload>()
  const known = schemas.get(key)
  if (known) return known
  if (schemas.size >= maxKept) schemas.clear()
  const schema = makeSchema(visit, active)
  kept.set(type, schemas.set(key, schema))
  return schema
}

function makeSchema(visit: Visit, type: RegisteredType): TypeSchemaPayload {
  const place = placeOf(visit)
  return typeSchema(type, {
    now: visit.now,
    site: visit.lineage[0]?.fields ?? {},
    translate: visit.translate,
    vocabularyUrl: name => `${place}/@vocabularies/${name}`,
    hasShortName: visit.lineage[0]?.type !== type.id,
    mayWrite: field => mayWrite(visit, field),
  })
}

/**
 * Terms depend only on the event, so vocabulary URLs use its path: a URL for each object would need a schema for each.
 */
function placeOf({ base, lineage }: Visit): string {
  return urlOf(base, eventRootOf(lineage)?.path ?? rootPath)
}

/** The active part of the type: behaviors may be inactive for an object. */
function activeType({ node, lineage }: Visit, type: RegisteredType): RegisteredType {
  const isLimited = node.type === type.id && type.allBehaviors.some(({ isActive }) => isActive)
  return isLimited ? { ...type, ...activeParts(type, lineage) } : type
}

function inactiveOf(type: RegisteredType, active: RegisteredType): readonly string[] {
  if (type === active) return []
  return type.allBehaviors.filter(behavior => !active.allBehaviors.includes(behavior)).map(({ name }) => name)
}

/** The dependencies on caller and time: write permissions and default values. */
function dependenciesOf(visit: Visit, { allFields }: RegisteredType): readonly JsonValue[] {
  const site = visit.lineage[0]?.fields ?? {}
  return allFields.flatMap(field => [
    ...(field.writePermission === undefined ? [] : [mayWrite(visit, field)]),
    ...(typeof field.default === 'function' ? [field.default(visit.now)] : []),
    ...(field.initialFrom === undefined ? [] : [site[field.initialFrom] ?? null]),
  ])
}

function mayWrite(visit: Visit, { writePermission }: Field): boolean {
  return writePermission === undefined || may(visit, writePermission)
}
