import { guard, having, id, key, named, names, title, value } from './key.js'

const optional = {
  trigger: key(
    { enum: ['user', 'automatic'], default: 'user' },
    {
      title: 'Trigger',
      description:
        '`user`: a request runs the transition. `automatic`: if its guard passes, the transition runs by itself as soon as an object enters a state that the transition leaves, or at the time that `after` or `at` sets.',
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
      description: 'The time in the state after which an automatic transition runs. This key requires `as`.',
      example: { days: 30 },
    },
  ),
  at: key(id, {
    title: 'At',
    description:
      'Name of a date field: an automatic transition runs at the date in this field of the object, and does not run while the field is empty. This key requires `as`.',
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
        'The user who runs a transition with `after` or `at`, or the roles of a caller without a name. The service evaluates the guard for this caller at that time; if the guard does not pass, `@workflow-plans` lists the refusal.',
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
      'Names of integer fields of the object that the transition sets to the values in the request, such as the fields of its form. A field that the request omits becomes empty.',
    example: ['delay'],
  }),
  requires: key(names, {
    title: 'Requires',
    description:
      'Names of integer fields that the transition also sets, and whose values the request must contain. Such a transition has the trigger `user`, and cannot be planned.',
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
          'Id of the transition, in `POST @workflow/<id>` and in records. Begin the ids of a contributed workflow with a prefix, because other workflows of the object may have the same ids.',
        example: 'legal_approve',
      }),
      title: key(title, {
        title: 'Title',
        description: 'English label of the button. Transitions with an empty title are not listed.',
        example: 'Approve legally',
      }),
      to: key(id, { title: 'To', description: 'Id of the new state.', example: 'approved' }),
    },
    optional,
  ),
}
