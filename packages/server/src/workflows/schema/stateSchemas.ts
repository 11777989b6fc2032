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
          '`true`: the roles that have the permission in the container have it here too. `false`: only those in `roles`.',
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
        description: 'Id of the state, unique in the workflow. `workflow_states` and records contain it.',
        example: 'pending',
      }),
      title: key(title, {
        title: 'Title',
        description: 'English title of the state, which catalogs of languages may translate. People see it.',
        example: 'Pending review',
      }),
      transitions: key(
        { type: 'array', items: id, maxItems: 1000 },
        {
          title: 'Transitions',
          description: 'Ids of the transitions that leave the state. `[]` makes it a final state.',
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
            'The roles of permissions in this state, by permission. It may name only `managedPermissions` of the workflow. A managed permission that is missing here comes from the container.',
          example: { View: { roles: ['Manager', 'Owner'], acquired: false } },
        },
      ),
      variables: key(
        { type: 'object', additionalProperties: value },
        {
          title: 'Variables',
          description: 'Values of variables for objects that enter the state. They override those of the transition.',
          example: { checked_by: null },
        },
      ),
    },
  ),
}
