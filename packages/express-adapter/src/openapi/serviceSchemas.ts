import type { JsonObject } from '@plenum/core'
import generated from './answerSchemas.json' with { type: 'json' }

interface GeneratedSchemas {
  /** The schemas of the bodies of successful responses, by route address and status. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
  /** The schemas of request bodies, by route address. */
  readonly bodies: Readonly<Record<string, JsonObject>>
  readonly schemas: JsonObject
}

/**
 * The schemas that `npm run openapi` generates from `RouteAnswers` and `RouteBodies`. The type assertion is needed
 * because the compiler infers optional keys for JSON files, which index signatures do not accept.
 */
export const { answers, bodies, schemas } = generated as unknown as GeneratedSchemas
