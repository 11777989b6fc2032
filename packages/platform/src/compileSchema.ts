import { createRequire } from 'node:module'
import type { CheckJson, JsonObject } from '@plenum/core'
import type { Ajv, ErrorObject } from 'ajv'

const load = createRequire(import.meta.url)

let compiler: Ajv | undefined

/** Loads Ajv only when the first schema is compiled, because loading takes 40 ms. */
function ajv(): Ajv {
  const library: typeof import('ajv') = load('ajv')
  compiler ??= new library.Ajv({ allErrors: true, strictTypes: false })
  return compiler
}

/** Compiles a JSON schema (see `Platform.compileSchema`). */
export function compileSchema(schema: JsonObject): CheckJson {
  const isValid = ajv().compile(schema)
  return value => (isValid(value) ? [] : (isValid.errors ?? []).map(problemOf))
}

const problemOf = ({ instancePath, keyword, params, message = 'is invalid' }: ErrorObject): string => {
  const place = instancePath.slice(1).replaceAll('/', '.') || 'input'
  if (keyword === 'additionalProperties') return `${place} has the unknown key ${params.additionalProperty}`
  return keyword === 'enum' ? `${place} must be one of ${params.allowedValues.join(', ')}` : `${place} ${message}`
}
