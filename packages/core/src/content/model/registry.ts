import { memoizeByIdentity, memoizeLast } from '../../foundation/memoizeByIdentity.js'
import type { ContentNode, Lineage } from '../node/node.js'
import type { Behavior, ContentType, Model, RegisteredType, Registry } from './model.js'

function registerType(type: ContentType, behaviors: ReadonlyMap<string, Behavior>): RegisteredType {
  const allBehaviors = type.behaviors.flatMap(name => behaviors.get(name) ?? [])
  const fields = new Map(
    [...allBehaviors.flatMap(({ fields = [] }) => fields), ...(type.fields ?? [])].map(field => [field.name, field]),
  )
  return { ...type, allBehaviors, allFields: [...fields.values()] }
}

/** Creates a registry from a model that `problemsOfModel` has found to be valid. */
export function createRegistry(model: Model): Registry {
  const behaviors = new Map(model.behaviors.map(behavior => [behavior.name, behavior]))
  const types = new Map(model.types.map(type => [type.id, registerType(type, behaviors)]))
  const type = (id: string): RegisteredType => {
    const registered = types.get(id)
    if (!registered) throw new Error(`There is content of the unregistered type ${id}.`)
    return registered
  }
  const indexes = new Map(model.behaviors.flatMap(behavior => Object.entries(behavior.indexes ?? {})))
  const offeredFields = model.behaviors.flatMap(({ queryFields = [] }) => queryFields)
  const queryFields = new Map(offeredFields.map(field => [field.index, field]))
  return { permissions: model.permissions, types, indexes, queryFields, type }
}

type Parts = Pick<RegisteredType, 'allBehaviors' | 'allFields'>

/** The behaviors that apply to an object now (see `Behavior.isActive`), and its fields that are not hidden. */
export const activeParts = (type: RegisteredType, lineage: Lineage): Parts =>
  isAlwaysComplete(type) ? visibleParts(type) : partsAt(lineage, type)

const isAlwaysComplete = memoizeByIdentity(({ allBehaviors }: RegisteredType) =>
  allBehaviors.every(({ isActive }) => !isActive),
)

const partsAt = memoizeLast((lineage: Lineage, type: RegisteredType): Parts => {
  const inactive = type.allBehaviors.filter(({ isActive }) => isActive && !isActive(lineage))
  if (inactive.length === 0) return visibleParts(type)
  const excludedFields = new Set(inactive.flatMap(({ fields = [] }) => fields))
  return {
    allBehaviors: type.allBehaviors.filter(behavior => !inactive.includes(behavior)),
    allFields: visibleParts(type).allFields.filter(field => !excludedFields.has(field)),
  }
})

const visibleParts = memoizeByIdentity(
  ({ allBehaviors, allFields }: RegisteredType): Parts => ({
    allBehaviors,
    allFields: allFields.filter(field => !field.hidden),
  }),
)

/** The ids of the types with a behavior. */
export const typesWith = ({ types }: Registry, behavior: string): readonly string[] =>
  [...types.values()].filter(type => hasBehavior(type, behavior)).map(({ id }) => id)

export function hasBehavior(type: ContentType, behavior: string): boolean {
  return type.behaviors.includes(behavior)
}

export const versioning = 'plone.versioning'

/** Whether objects of a type may have versions (docs/content-and-access.md, Versions, rule 1). */
export function isVersionable(type: ContentType): boolean {
  return hasBehavior(type, versioning)
}

/** Whether a change of this object creates a version; authors can turn this off with `versioning_enabled`. */
export function recordsVersions(node: ContentNode, type: ContentType): boolean {
  return isVersionable(type) && node.fields.versioning_enabled !== false
}
