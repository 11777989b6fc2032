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
import type { FoundIn } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'
import { contextOf } from './readValues.js'

/** Fields that must stay private to a site: whoever knows its secret can create tokens. */
const ownOfSites: ReadonlySet<string> = new Set([secretField, tokenKeysField, 'catalog_form'])

/** Problems of the hidden and exact values of an object. */
export function judgeKept(
  environment: Environment,
  type: RegisteredType,
  { kept, path }: Pick<IncomingObject, 'kept' | 'path'>,
): readonly FoundIn[] {
  const found = Object.entries(kept).flatMap(([name, value]) => {
    if (ownOfSites.has(name)) return [refused(name, 'site')]
    const field = type.allFields.find(one => one.name === name)
    const problem = field && value !== null ? problemOf(environment, field, value) : null
    return problem === null ? [] : [refused(name, problem)]
  })
  return path === rootPath ? [...found, ...judgeChoices(environment, kept)] : found
}

const refused = (key: string, detail: Message | string): FoundIn => ({ kind: 'value', weight: 'problem', key, detail })

const furthest = 8.64e15

function problemOf(environment: Environment, field: Field, value: JsonValue): Message | string | null {
  if (field.kind === 'instant')
    return Number.isSafeInteger(value) && Math.abs(Number(value)) <= furthest ? null : JSON.stringify(value)
  const reading = readField(field, value, { context: contextOf(environment, field, value), stored: undefined })
  return reading.ok ? null : reading.reason
}

/** Behaviors and workflows that a site selected for its types. */
function judgeChoices(environment: Environment, kept: FieldValues): readonly FoundIn[] {
  const names = ['type_behaviors', 'type_workflows'].filter(name => kept[name] !== undefined)
  const others = names.filter(name => !isChoice(kept[name]))
  if (others.length > 0) return others.map(name => refused(name, JSON.stringify(kept[name])))
  try {
    environment.at({ fields: kept } as ContentNode)
    return []
  } catch (error) {
    if (error instanceof ModelError) return [refused(names.join(', '), error.message)]
    throw error
  }
}

const isChoice = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) &&
  Object.values(value).every(list => Array.isArray(list) && list.every(name => typeof name === 'string'))
