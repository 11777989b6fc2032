import { guard, having, id, key, title, value } from './key.js'

export const contributionSchema = {
  title: 'Contribution',
  description: 'The behavior that adds the workflow to objects.',
  ...having(
    {
      behavior: key(
        { type: 'string', pattern: '^[A-Za-z][\\w.-]{0,199}$' },
        {
          title: 'Behavior',
          description:
            'Name of the behavior. `plenum types add TYPE BEHAVIOR` adds the behavior to a type. Several files may use the same behavior.',
          example: 'garden.legal',
        },
      ),
    },
    {
      label: key(title, {
        title: 'Label',
        description: 'Title of the workflow on objects, instead of the `title` of the workflow.',
        example: 'Legal status',
      }),
    },
  ),
}

export const variableSchema = {
  title: 'Variable',
  description: 'An additional value in the records of the workflow.',
  ...having(
    {
      id: key(id, {
        title: 'Id',
        description:
          'Id of the variable, which is its key in records. The id must not be a key that records already contain.',
        example: 'checked_by',
      }),
      default: key(value, {
        title: 'Default',
        description: 'The value of the variable if neither the new state nor the transition sets a value.',
        example: null,
      }),
    },
    {
      isKept: key(
        { type: 'boolean', default: false },
        {
          title: 'Is kept',
          description:
            'Whether a transition that sets no value preserves the previous value. With `false`, such a transition sets the default value.',
          example: true,
        },
      ),
    },
  ),
}

export const worklistSchema = {
  title: 'Worklist',
  description: 'A list of objects that are in certain states and wait for an action.',
  ...having(
    {
      id: key(id, { title: 'Id', description: 'Id of the worklist.', example: 'legal_queue' }),
      title: key(title, { title: 'Title', description: 'English title of the worklist.', example: 'Legal review' }),
      states: key(
        { type: 'array', items: id, minItems: 1, maxItems: 1000 },
        { title: 'States', description: 'Ids of the states in which objects wait.', example: ['pending'] },
      ),
    },
    {
      guard: key(guard, {
        title: 'Guard',
        description:
          'The callers for whom an object waits. These callers must also be able to run one of its transitions. Without this key, an object waits for all callers who can run one of its transitions.',
        example: { groups: ['lawyers'] },
      }),
    },
  ),
}
