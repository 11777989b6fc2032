import type { PlacedProperty, TypeSchemaPayload } from '../../answers/forms.js'
import { activeParts, type RegisteredType } from '../../content/model/model.js'
import { typeSchema } from '../../content/schema/typeSchema.js'
import { eventRootOf } from '../../event/eventRoot.js'
import type { JsonValue } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import type { Operation } from '../run/operation.js'
import { hasNamedPermission, hasPermission, type RequestContext } from '../run/requestContext.js'

export interface GetTypeSchemaInput {
  readonly type: string
  /** The name of a single property to return, or null to return the complete schema. */
  readonly field: string | null
}

/**
 * `GET {path}/@types/{type}` returns the schema of a type or one of its properties (docs/content-and-access.md, Schemas
 * of types).
 */
export const getTypeSchema: Operation<GetTypeSchemaInput, TypeSchemaPayload | PlacedProperty> = {
  permission: context => context.caller.kind === 'member' && hasPermission(context, permission.view),
  dependsOn: async (context, { type, field }) => (changesWithTime(context, type) ? null : { parts: [type, field] }),
  async run(context, { type: id, field }) {
    const type = context.environment.registry.types.get(id)
    if (!type) throw new DomainError('type-missing', message('type.unknown', { type: id.slice(0, 100) }))
    const schema = schemaFor(context, type)
    return { answer: field === null ? schema : propertyIn(schema, { type: id, field }) }
  },
}

/**
 * Whether the default value of at least one field depends on the time of the request. The result is also true for
 * unknown types.
 */
const changesWithTime = ({ environment }: RequestContext, type: string): boolean =>
  environment.registry.types.get(type)?.allFields.some(field => typeof field.default === 'function') ?? true

function propertyIn(
  { properties }: TypeSchemaPayload,
  { type, field }: { type: string; field: string },
): PlacedProperty {
  const property = Object.hasOwn(properties, field) ? properties[field] : undefined
  if (property) return property
  throw new DomainError('type-missing', message('type.no-field', { type, field: field.slice(0, 100) }))
}

const maxSchemas = 8

const schemasByType = new WeakMap<RegisteredType, Map<string, TypeSchemaPayload>>()

/**
 * Returns the schema of a type. The schema is immutable and is computed once for all callers with equal dependencies
 * (docs/content-and-access.md, Schemas of types).
 */
export function schemaFor(context: RequestContext, type: RegisteredType): TypeSchemaPayload {
  const active = activeType(context, type)
  // Without a language tag, the schema cannot be cached, because it is unknown which translations the application uses.
  if (context.language === undefined) return computeSchema(context, active)
  const key = JSON.stringify([
    context.language,
    eventUrlOf(context),
    inactiveOf(type, active),
    dependenciesOf(context, active),
  ])
  const schemas = schemasByType.get(type) ?? new Map<string, TypeSchemaPayload>()
  const cached = schemas.get(key)
  if (cached) return cached
  if (schemas.size >= maxSchemas) schemas.clear()
  const schema = computeSchema(context, active)
  schemasByType.set(type, schemas.set(key, schema))
  return schema
}

function computeSchema(context: RequestContext, type: RegisteredType): TypeSchemaPayload {
  const eventUrl = eventUrlOf(context)
  return typeSchema(type, {
    now: context.now,
    site: context.lineage[0]?.fields ?? {},
    translate: context.translate,
    vocabularyUrl: name => `${eventUrl}/@vocabularies/${name}`,
    hasShortName: context.lineage[0]?.type !== type.id,
    mayWrite: field => hasNamedPermission(context, field.writePermission, context.lineage),
  })
}

/**
 * Returns the URL that precedes `@vocabularies` in the schema. The terms depend only on the event, so objects of the
 * same event can share the schema.
 */
const eventUrlOf = ({ base, lineage }: RequestContext): string => urlOf(base, eventRootOf(lineage)?.path ?? rootPath)

function activeType({ node, lineage }: RequestContext, type: RegisteredType): RegisteredType {
  const isLimited = node.type === type.id && type.allBehaviors.some(({ isActive }) => isActive)
  return isLimited ? { ...type, ...activeParts(type, lineage) } : type
}

function inactiveOf(type: RegisteredType, active: RegisteredType): readonly string[] {
  if (type === active) return []
  return type.allBehaviors.filter(behavior => !active.allBehaviors.includes(behavior)).map(({ name }) => name)
}

/**
 * Returns the data on which the schema depends. Write permissions depend on the caller, and default values can depend
 * on the time or on fields of the site root.
 */
function dependenciesOf(context: RequestContext, { allFields }: RegisteredType): readonly JsonValue[] {
  const site = context.lineage[0]?.fields ?? {}
  return allFields.flatMap(field => [
    ...(field.writePermission === undefined ? [] : [hasPermission(context, field.writePermission)]),
    ...(typeof field.default === 'function' ? [field.default(context.now)] : []),
    ...(field.initialFrom === undefined ? [] : [site[field.initialFrom] ?? null]),
  ])
}
