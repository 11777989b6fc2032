const id = { type: 'string', pattern: '^[A-Za-z][\\w-]{0,99}$' }
const title = { type: 'string', maxLength: 1024 }
const named = { type: 'string', minLength: 1, maxLength: 255 }
const names = { type: 'array', items: named, maxItems: 1000 }
const value = { type: ['string', 'number', 'boolean', 'null'], maxLength: 1024 }

/** An object with these properties and optional ones, and no others. */
const having = (properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
})

const guard = having({}, { permissions: names, roles: names, groups: names, expression: named })
const permission = having({ roles: names, acquired: { type: 'boolean' } })
const variable = having({ id, default: value }, { isKept: { type: 'boolean' } })
const worklist = having({ id, title, states: { type: 'array', items: id, minItems: 1, maxItems: 1000 } }, { guard })

const state = having(
  { id, title, transitions: { type: 'array', items: id, maxItems: 1000 } },
  {
    permissions: { type: 'object', additionalProperties: permission },
    variables: { type: 'object', additionalProperties: value },
  },
)

const transition = having(
  { id, title, to: id },
  {
    trigger: { enum: ['user', 'automatic'] },
    guard,
    variables: { type: 'object', additionalProperties: { anyOf: [value, having({ expression: named })] } },
  },
)

/**
 * The schema of a workflow in a JSON file: `WorkflowDefinition` with more optional keys and the contributing behavior.
 */
export const workflowSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'stateVariable', 'initialState', 'states', 'transitions'],
  properties: {
    id,
    title,
    stateVariable: id,
    initialState: id,
    managedPermissions: names,
    states: { type: 'array', items: state, minItems: 1, maxItems: 1000 },
    transitions: { type: 'array', items: transition, maxItems: 1000 },
    historyGuard: guard,
    contributedBy: having({ behavior: { type: 'string', pattern: '^[A-Za-z][\\w.-]{0,199}$' } }, { label: title }),
    recordsHistory: { type: 'boolean' },
    variables: { type: 'array', items: variable, maxItems: 100 },
    worklists: { type: 'array', items: worklist, maxItems: 100 },
  },
} as const
