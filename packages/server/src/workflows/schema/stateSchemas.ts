import { having, id, key, names, title, value } from './key.js'

export const permissionSchema = {
  title: 'Roles of a permission',
  description: 'The roles that have a permission while the object is in the state.',
  ...having({
    roles: key(names, {
      title: 'Roles',
      description: 'The roles that have the permission.',
      example: ['Manager', 'Owner'],
    }),
    acquired: key(
      { type: 'boolean' },
      {
        title: 'Acquired',
        description:
          'Whether the roles that have the permission on the container also have it on the object. With `false`, only the roles in `roles` have the permission.',
        example: false,
      },
    ),
  }),
}

export const stateSchema = {
  title: 'State',
  description: 'A state of the workflow.',
  ...having(
    {
      id: key(id, {
        title: 'Id',
        description: 'Id of the state, unique in the workflow. `workflow_states` and records contain this id.',
        example: 'pending',
      }),
      title: key(title, {
        title: 'Title',
        description: 'English title of the state, which pages show. Language catalogs may translate this title.',
        example: 'Pending review',
      }),
      transitions: key(
        { type: 'array', items: id, maxItems: 1000 },
        {
          title: 'Transitions',
          description: 'Ids of the transitions that can run in the state. With `[]`, the state is a final state.',
          example: ['legal_approve', 'legal_reject'],
        },
      ),
    },
    {
      permissions: key(
        { type: 'object', additionalProperties: { $ref: '#/definitions/permission' } },
        {
          title: 'Permissions',
          description:
            'The roles that have each permission in this state. Only permissions in `managedPermissions` of the workflow are allowed. For a managed permission that is missing here, the object inherits the roles from its container.',
          example: { View: { roles: ['Manager', 'Owner'], acquired: false } },
        },
      ),
      variables: key(
        { type: 'object', additionalProperties: value },
        {
          title: 'Variables',
          description:
            'Values of variables for objects that enter the state. These values override the values of the transition.',
          example: { checked_by: null },
        },
      ),
    },
  ),
}
