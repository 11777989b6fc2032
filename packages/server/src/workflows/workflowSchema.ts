import { guardSchema } from './schema/guardSchema.js'
import { guard, having, id, key, listOf, names, title } from './schema/key.js'
import { contributionSchema, variableSchema, worklistSchema } from './schema/otherSchemas.js'
import { permissionSchema, stateSchema } from './schema/stateSchemas.js'
import { transitionSchema } from './schema/transitionSchema.js'

const required = {
  id: key(id, {
    title: 'Id',
    description:
      'Id of the workflow, unique on the site: a letter, followed by letters, digits, `_` and `-`. Do not change the id later, because objects store their states under it.',
    example: 'legal_review',
  }),
  title: key(title, {
    title: 'Title',
    description: 'English title of the workflow, which pages show. Language catalogs may translate this title.',
    example: 'Legal review',
  }),
  stateVariable: key(id, {
    title: 'State variable',
    description:
      'Key of the state in records. A primary workflow uses `review_state`. A contributed workflow must use a different name.',
    example: 'legal_state',
  }),
  initialState: key(id, {
    title: 'Initial state',
    description: 'Id of the initial state of new objects.',
    example: 'unchecked',
  }),
  states: key(
    { ...listOf('state', 1000), minItems: 1 },
    {
      title: 'States',
      description: 'The states. Each state must be reachable from the initial state.',
      example: [{ id: 'unchecked', title: 'Unchecked', transitions: ['legal_check'] }],
    },
  ),
  transitions: key(listOf('transition', 1000), {
    title: 'Transitions',
    description: 'The transitions between states.',
    example: [{ id: 'legal_check', title: 'Check', to: 'checked' }],
  }),
}

const optional = {
  $schema: key(
    { type: 'string', maxLength: 2048 },
    {
      title: 'Schema',
      description: 'Path or URL of this schema, for text editors. The service ignores this key.',
      example: '../node_modules/@plenum/server/workflow.schema.json',
    },
  ),
  managedPermissions: key(names, {
    title: 'Managed permissions',
    description:
      'The permissions whose roles the states set. If several workflows of an object manage the same permission, the latest transition takes precedence.',
    example: ['View', 'Modify portal content'],
  }),
  historyGuard: key(guard, {
    title: 'History guard',
    description:
      'The callers who may read the records, which contain names and comments. Without this key, callers need Request review or Review portal content. With `{}`, all callers who may view the object may read the records.',
    example: { groups: ['lawyers'] },
  }),
  contributedBy: key(
    { $ref: '#/definitions/contribution' },
    {
      title: 'Contributed by',
      description:
        'The behavior that adds the workflow to objects, after the workflows of their type. Without this key, only `plenum types workflows` can assign the workflow to a type.',
      example: { behavior: 'garden.legal', label: 'Legal status' },
    },
  ),
  recordsHistory: key(
    { type: 'boolean', default: true },
    {
      title: 'Records history',
      description: 'Whether transitions create records. The default is `true`.',
      example: false,
    },
  ),
  variables: key(listOf('variable', 100), {
    title: 'Variables',
    description: 'Additional values in the records of the workflow.',
    example: [{ id: 'checked_by', default: null, isKept: true }],
  }),
  worklists: key(listOf('worklist', 100), {
    title: 'Worklists',
    description: 'Lists of objects that wait for an action by a person.',
    example: [{ id: 'legal_queue', title: 'Legal review', states: ['unchecked'] }],
  }),
}

/**
 * The JSON Schema of a workflow file, which has the format of `WorkflowDefinition` with more optional keys and the name
 * of the contributing behavior. `packages/server/workflow.schema.json` is a copy for code editors.
 */
export const workflowSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'urn:plenum:workflow',
  title: 'Workflow',
  description: 'A Plenum workflow in a file in `WORKFLOWS_DIR`.',
  ...having(required, optional),
  definitions: {
    state: stateSchema,
    permission: permissionSchema,
    transition: transitionSchema,
    guard: guardSchema,
    contribution: contributionSchema,
    variable: variableSchema,
    worklist: worklistSchema,
  },
}
