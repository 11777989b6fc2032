import type { Field } from '../../content/fields/field.js'
import type { RegisteredType } from '../../content/model/model.js'
import { activeParts } from '../../content/model/registry.js'
import { typeSchema } from '../../content/schema/typeSchema.js'
import { eventRootOf } from '../../event/eventRoot.js'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { may, type Visit } from '../run/visit.js'

const maxKept = 8

/** Schemas by what they are made from, for as long as the model of the site stays. */
const kept = new WeakMap<RegisteredType, Map<string, JsonObject>>()

/**
 * The schema of a type for the caller, at the object that is visited: made once for all who get the same
 * (docs/content-and-access.md, Schemas of types). Nobody may change it.
 */
export function schemaFor(visit: Visit, type: RegisteredType): JsonObject {
  const { now, language } = visit
  const writable = type.allFields
    .filter(({ writePermission }) => writePermission)
    .filter(field => mayWrite(visit, field))
  const site = visit.lineage[0]?.fields ?? {}
  const defaults = type.allFields.flatMap(({ default: initial, initialFrom = '' }) => [
    ...(typeof initial === 'function' ? [initial(now)] : []),
    ...(Object.hasOwn(site, initialFrom) ? [site[initialFrom]] : []),
  ])
  const parts = partsOf(visit, type)
  const placeOfTerms = placeOf(visit)
  const make = (): JsonObject =>
    typeSchema(
      { ...type, ...parts },
      {
        now,
        site,
        translate: visit.translate,
        vocabularyUrl: name => `${placeOfTerms}/@vocabularies/${name}`,
        hasShortName: !isRootType(visit, type),
        mayWrite: field => field.writePermission === undefined || writable.includes(field),
      },
    )
  // How an embedder words texts without a language is not known.
  if (language === undefined) return make()
  const names = [writable, parts.allFields].map(fields => fields.map(({ name }) => name))
  return keep(type, JSON.stringify([language, placeOfTerms, names, defaults]), make)
}

function keep(type: RegisteredType, key: string, make: () => JsonObject): JsonObject {
  const schemas = kept.get(type) ?? new Map<string, JsonObject>()
  const known = schemas.get(key)
  if (known) return known
  const schema = make()
  if (schemas.size >= maxKept) schemas.clear()
  kept.set(type, schemas.set(key, schema))
  return schema
}

/** An object may have less than its type at the moment. */
function partsOf({ node, lineage }: Visit, type: RegisteredType): Pick<RegisteredType, 'allBehaviors' | 'allFields'> {
  return node.type === type.id ? activeParts(type, lineage) : type
}

function mayWrite(visit: Visit, { writePermission }: Field): boolean {
  return writePermission === undefined || may(visit, writePermission)
}

export const isRootType = ({ lineage }: Pick<Visit, 'lineage'>, { id }: Pick<RegisteredType, 'id'>): boolean =>
  lineage[0]?.type === id

/** Terms depend on the event and on nothing nearer: an address for each object would be a schema for each. */
function placeOf({ base, lineage }: Visit): string {
  return urlOf(base, eventRootOf(lineage)?.path ?? rootPath)
}
