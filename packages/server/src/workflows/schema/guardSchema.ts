import { having, key, named, names } from './key.js'

export const guardSchema = {
  title: 'Guard',
  description:
    'A condition for the caller. Every key that is present must hold; in a list, one entry is enough. `{}` admits everybody who may view the object.',
  ...having(
    {},
    {
      permissions: key(names, {
        title: 'Permissions',
        description: 'The caller needs one of these permissions on the object.',
        example: ['Review portal content'],
      }),
      roles: key(names, {
        title: 'Roles',
        description: 'The caller needs one of these roles, for the whole site or on the object (local roles).',
        example: ['Reviewer', 'Manager'],
      }),
      groups: key(names, {
        title: 'Groups',
        description: 'The caller must be a member of one of these groups, which are given by their ids.',
        example: ['lawyers'],
      }),
      expression: key(named, {
        title: 'Expression',
        description:
          'Name of a function that decides: one that Plenum ships, or one that an embedding program registers.',
        example: 'another_person',
      }),
    },
  ),
}
