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
  /** The name of one property to return. Null for the whole schema. */
  readonly field: string | null
}

/** `GET {path}/@types/{type}`, or one property of the schema (docs/content-and-access.md, Schemas of types). */
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

/** Whether a default value of a type is the time of the request. */
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
 * Returns the schema of a type, which is immutable and is computed once for all callers with the same schema
 * (docs/content-and-access.md, Schemas of types).
 */
export function schemaFor(context: RequestContext, type: RegisteredType): TypeSchemaPayload {
  const active = activeType(context, type)
  // If the request specifies no language tag, the application's translations are unknown, so the schema cannot be
  // cached.
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
 * Returns the URL of the event for URLs of vocabularies. Their terms depend only on the event. A URL for each object
 * would require a schema for each object.
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
 * Returns the data on which a schema depends: write permissions depend on the caller, and default values can depend on
 * the time.
 */
function dependenciesOf(context: RequestContext, { allFields }: RegisteredType): readonly JsonValue[] {
  const site = context.lineage[0]?.fields ?? {}
  return allFields.flatMap(field => [
    ...(field.writePermission === undefined ? [] : [hasPermission(context, field.writePermission)]),
    ...(typeof field.default === 'function' ? [field.default(context.now)] : []),
    ...(field.initialFrom === undefined ? [] : [site[field.initialFrom] ?? null]),
  ])
}
