import { fieldsSchema } from '../../content/schema/valueSchema.js'
import type { JsonObject } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { atRoot } from '../run/requestContext.js'

/** A content type and the JSON Schema of its fields in request bodies. The titles in the schema are in English. */
export interface DescribedType {
  readonly id: string
  readonly fields: JsonObject
}

/**
 * Returns the content types for `GET /@openapi`. The operation is public. The result is the same array until the types
 * of the site change.
 */
export const describeTypes: Operation<undefined, readonly DescribedType[]> = {
  ...atRoot,
  run: async ({ environment }) => ({ answer: typesIn(environment.registry) }),
}

const typesIn = memoizeByIdentity(({ types }: Environment['registry']): readonly DescribedType[] =>
  [...types.values()].map(type => ({ id: type.id, fields: fieldsSchema(type) })),
)
