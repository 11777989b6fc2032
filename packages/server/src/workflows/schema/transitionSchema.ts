import { guard, having, id, key, named, names, title, value } from './key.js'

const optional = {
  trigger: key(
    { enum: ['user', 'automatic'], default: 'user' },
    {
      title: 'Trigger',
      description:
        'With `user`, a request runs the transition. With `automatic`, the transition runs without a request if its guard passes. It runs as soon as an object enters a state that lists the transition, or at the time in `after` or `at`.',
      example: 'automatic',
    },
  ),
  after: key(
    having({
      days: key(
        { type: 'number', exclusiveMinimum: 0, maximum: 3650 },
        {
          title: 'Days',
          description: 'Number of days in the state, at most 3,650; fractions are possible.',
          example: 30,
        },
      ),
    }),
    {
      title: 'After',
      description: 'How long the object is in the state before an automatic transition runs. This key requires `as`.',
      example: { days: 30 },
    },
  ),
  at: key(id, {
    title: 'At',
    description:
      'Name of a date field of the object. An automatic transition runs at the date in this field, and does not run while the field is empty. This key requires `as`.',
    example: 'expires',
  }),
  as: key(
    {
      anyOf: [
        having({ user: key(named, { title: 'User', description: 'Id of a user.', example: 'ana' }) }),
        having({
          roles: key(
            { ...names, minItems: 1 },
            { title: 'Roles', description: 'Roles of a caller without a name.', example: ['Reviewer'] },
          ),
        }),
      ],
    },
    {
      title: 'As',
      description:
        'The user who runs a transition with `after` or `at`, or the roles of a caller without a name. When the transition is due, the service evaluates the guard for this caller. If the guard does not pass, `@workflow-plans` lists the refusal.',
      example: { roles: ['Reviewer'] },
    },
  ),
  guard: key(guard, {
    title: 'Guard',
    description:
      'The callers who may run the transition. Without this key, all callers who may view the object may run the transition.',
    example: { permissions: ['Review portal content'] },
  }),
  sets: key(names, {
    title: 'Sets',
    description:
      'Names of integer fields of the object that the transition sets to the values in the request. If the request omits a field, the transition clears this field.',
    example: ['delay'],
  }),
  requires: key(names, {
    title: 'Requires',
    description:
      'Names of integer fields that the transition also sets, and for which the request must contain values. Such a transition must have the trigger `user`, and cannot be planned.',
    example: ['delay'],
  }),
  variables: key(
    {
      type: 'object',
      additionalProperties: {
        anyOf: [
          value,
          having({
            expression: key(named, {
              title: 'Expression',
              description: 'Name of a function that computes the value when the transition runs.',
              example: 'caller_id',
            }),
          }),
        ],
      },
    },
    {
      title: 'Variables',
      description: 'Values of variables after the transition, or names of expressions that compute the values.',
      example: { checked_by: { expression: 'caller_id' } },
    },
  ),
}

export const transitionSchema = {
  title: 'Transition',
  description: 'A transition of the workflow. The transition leaves the states that list its id.',
  ...having(
    {
      id: key(id, {
        title: 'Id',
        description:
          'Id of the transition in `POST @workflow/<id>` and in records. Begin the ids in a contributed workflow with a prefix, because other workflows of the object may contain the same ids.',
        example: 'legal_approve',
      }),
      title: key(title, {
        title: 'Title',
        description: 'English label of the button. Lists of transitions omit transitions with an empty title.',
        example: 'Approve legally',
      }),
      to: key(id, { title: 'To', description: 'Id of the new state.', example: 'approved' }),
    },
    optional,
  ),
}
