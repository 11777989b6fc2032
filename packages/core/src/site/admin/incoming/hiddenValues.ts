import type { Field } from '../../../content/fields/field.js'
import { readField } from '../../../content/fields/readField.js'
import type { RegisteredType } from '../../../content/model/model.js'
import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import { isJsonObject, type JsonValue } from '../../../foundation/json.js'
import type { Message } from '../../../foundation/messages.js'
import { ModelError } from '../../../foundation/modelError.js'
import { rootPath } from '../../../foundation/paths.js'
import { tokenKeysField } from '../../people/tokenKeys.js'
import type { Environment } from '../../run/environment.js'
import { secretField } from '../../run/siteSecret.js'
import type { ObjectFinding } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'
import { contextOf } from './readValues.js'

/** Fields that must stay private to a site: anyone who knows its secret can create tokens. */
const privateFields: ReadonlySet<string> = new Set([secretField, tokenKeysField, 'catalog_form'])

/** Problems of the hidden and exact values of an object. */
export function judgeHiddenValues(
  environment: Environment,
  type: RegisteredType,
  { hiddenValues, path }: Pick<IncomingObject, 'hiddenValues' | 'path'>,
): readonly ObjectFinding[] {
  const findings = Object.entries(hiddenValues).flatMap(([name, value]) => {
    if (privateFields.has(name)) return [rejection(name, 'site')]
    const field = type.allFields.find(candidate => candidate.name === name)
    const problem = field && value !== null ? problemOf(environment, field, value) : null
    return problem === null ? [] : [rejection(name, problem)]
  })
  return path === rootPath ? [...findings, ...judgeChoices(environment, hiddenValues)] : findings
}

const rejection = (key: string, detail: Message | string): ObjectFinding => ({
  kind: 'value',
  weight: 'problem',
  key,
  detail,
})

const maxInstant = 8.64e15

function problemOf(environment: Environment, field: Field, value: JsonValue): Message | string | null {
  if (field.kind === 'instant')
    return Number.isSafeInteger(value) && Math.abs(Number(value)) <= maxInstant ? null : JSON.stringify(value)
  const reading = readField(field, value, { context: contextOf(environment, field, value), stored: undefined })
  return reading.ok ? null : reading.reason
}

/** Behaviors and workflows that a site selected for its types. */
function judgeChoices(environment: Environment, hiddenValues: FieldValues): readonly ObjectFinding[] {
  const names = ['type_behaviors', 'type_workflows'].filter(name => hiddenValues[name] !== undefined)
  const invalidNames = names.filter(name => !isChoice(hiddenValues[name]))
  if (invalidNames.length > 0) return invalidNames.map(name => rejection(name, JSON.stringify(hiddenValues[name])))
  try {
    environment.at({ fields: hiddenValues } as ContentNode)
    return []
  } catch (error) {
    if (error instanceof ModelError) return [rejection(names.join(', '), error.message)]
    throw error
  }
}

const isChoice = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) &&
  Object.values(value).every(list => Array.isArray(list) && list.every(name => typeof name === 'string'))
