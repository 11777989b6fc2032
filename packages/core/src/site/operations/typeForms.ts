import type { PlacedProperty, TypeSchemaPayload } from '../../answers/forms.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import { schemaFor } from '../present/typeForms.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'

export interface GetTypeSchemaInput {
  readonly type: string
  /** The name of one property; null for the whole schema. */
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

/** Some fields default to the time of the request. */
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
