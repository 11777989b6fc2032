import { objectOperations } from '../objectOperations.js'
import type { OperationAreas } from '../operations.js'
import type { Platform } from '../run/environment.js'
import { siteOperations } from '../siteOperations.js'
import type { OwnOperation, OwnOperations } from './ownOperation.js'

interface OwnNames extends Pick<Platform, 'compileSchema'> {
  readonly permissions: readonly string[]
  readonly types: readonly string[]
}

const identifier = /^[a-z]\w*$/i
const tables: readonly OperationAreas[] = [objectOperations, siteOperations]

/** Returns the problems in the definitions of an application's operations. Each problem is one complete sentence. */
export function ownProblems(own: OwnOperations, names: OwnNames): readonly string[] {
  return Object.entries(own).flatMap(([area, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      [...nameProblems(area, method), ...problemsOf(operation, names)].map(
        problem => `Operation ${area}.${method}: ${problem}`,
      ),
    ),
  )
}

function nameProblems(area: string, method: string): readonly string[] {
  if (!identifier.test(area) || !identifier.test(method))
    return ['area and method must consist of letters, digits and underscores, and must begin with a letter.']
  const isTaken = tables.some(table => Object.hasOwn(table, area) && Object.hasOwn(table[area] ?? {}, method))
  const isMethod = area === 'search'
  return isTaken || isMethod ? ['the site already has an operation with this name; choose another name.'] : []
}

function problemsOf({ permission, types = [], input }: OwnOperation<never, unknown>, names: OwnNames): string[] {
  const problems: string[] = []
  if (permission !== null && !names.permissions.includes(permission))
    problems.push(`there is no permission '${permission}'; add it to the extension \`permissions\`.`)
  for (const type of types.filter(id => !names.types.includes(id))) problems.push(`there is no content type '${type}'.`)
  if (input !== undefined) problems.push(...schemaProblems(input, names))
  return problems
}

function schemaProblems(schema: NonNullable<OwnOperation<never, unknown>['input']>, { compileSchema }: OwnNames) {
  if (!compileSchema) return ['the platform lacks `compileSchema`, which checks inputs.']
  try {
    compileSchema(schema)
    return []
  } catch (error) {
    return [`\`input\` is not a valid JSON Schema: ${error instanceof Error ? error.message : String(error)}.`]
  }
}
