import { parseInteger } from '../../content/fields/plainKinds.js'
import type { RegisteredType } from '../../content/model/model.js'
import type { ContentNode, WorkflowRecord } from '../../content/node/node.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { type FieldProblem, message } from '../../foundation/messages.js'
import { transitionOf, type WorkflowDefinition } from '../../workflow/definition.js'
import { invalidFields } from '../write/readBody.js'

interface Setting {
  readonly type: RegisteredType
  readonly chain: readonly WorkflowDefinition[]
  readonly records: readonly WorkflowRecord[]
  readonly values: JsonObject
}

/**
 * Sets the fields of a transition (see `Transition.sets` and `Transition.requires`). Omitted fields become empty.
 * Throws a DomainError that lists all invalid values.
 */
export function withTransitionFields(node: ContentNode, { type, chain, records, values }: Setting): ContentNode {
  const transitions = records.flatMap(record => transitionIn(chain, record) ?? [])
  const required = new Set(transitions.flatMap(({ requires = [] }) => requires))
  const names = new Set([...required, ...transitions.flatMap(({ sets = [] }) => sets)])
  const fields = type.allFields.filter(field => names.has(field.name))
  if (fields.length === 0) return node
  const problems: FieldProblem[] = []
  const changed: Record<string, JsonValue> = {}
  for (const field of fields) {
    const raw = values[field.name] ?? null
    const isEmpty = raw === null || raw === '' || field.kind !== 'integer'
    const reading = isEmpty ? ({ ok: true, value: null } as const) : parseInteger(field, raw)
    if (reading.ok && reading.value === null && required.has(field.name))
      problems.push({ field: field.name, message: message('workflow.value-required', { field: field.name }) })
    else if (reading.ok) changed[field.name] = reading.value
    else problems.push({ field: field.name, message: reading.reason })
  }
  if (problems.length > 0) throw invalidFields(problems)
  return { ...node, fields: { ...node.fields, ...changed } }
}

function transitionIn(chain: readonly WorkflowDefinition[], { workflow, action }: WorkflowRecord) {
  const definition = chain.find(({ id }) => id === workflow)
  return definition && action !== null ? transitionOf(definition, action) : undefined
}
