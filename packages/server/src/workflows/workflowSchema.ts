const id = { type: 'string', pattern: '^[A-Za-z][\\w-]{0,99}$' }
const title = { type: 'string', maxLength: 1024 }
const names = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 }, maxItems: 1000 }

const guard = {
  type: 'object',
  additionalProperties: false,
  properties: {
    permissions: names,
    roles: names,
    groups: names,
    expression: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

const permissions = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['roles', 'acquired'],
    properties: { roles: names, acquired: { type: 'boolean' } },
  },
}

const value = { type: ['string', 'number', 'boolean', 'null'], maxLength: 1024 }
const expression = {
  type: 'object',
  additionalProperties: false,
  required: ['expression'],
  properties: { expression: { type: 'string', minLength: 1, maxLength: 255 } },
}

const variable = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'default'],
  properties: { id, default: value, isKept: { type: 'boolean' } },
}

const worklist = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'states'],
  properties: { id, title, states: { type: 'array', items: id, minItems: 1, maxItems: 1000 }, guard },
}

const state = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'transitions'],
  properties: {
    id,
    title,
    transitions: { type: 'array', items: id, maxItems: 1000 },
    permissions,
    variables: { type: 'object', additionalProperties: value },
  },
}

const transition = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'title', 'to'],
  properties: {
    id,
    title,
    to: id,
    trigger: { enum: ['user', 'automatic'] },
    guard,
    variables: { type: 'object', additionalProperties: { anyOf: [value, expression] } },
  },
}

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
    contributedBy: {
      type: 'object',
      additionalProperties: false,
      required: ['behavior'],
      properties: { behavior: { type: 'string', pattern: '^[A-Za-z][\\w.-]{0,199}$' }, label: title },
    },
    recordsHistory: { type: 'boolean' },
    variables: { type: 'array', items: variable, maxItems: 100 },
    worklists: { type: 'array', items: worklist, maxItems: 100 },
  },
} as const
