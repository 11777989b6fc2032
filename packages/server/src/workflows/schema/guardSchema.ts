import { having, key, named, names } from './key.js'

export const guardSchema = {
  title: 'Guard',
  description:
    'A condition for the caller. The caller must satisfy every key that is present. In a list, one entry is sufficient. With `{}`, all callers who may view the object satisfy the guard.',
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
        description: 'The caller needs one of these roles, on the whole site or on the object (local roles).',
        example: ['Reviewer', 'Manager'],
      }),
      groups: key(names, {
        title: 'Groups',
        description: 'The caller must be a member of one of the groups with these ids.',
        example: ['lawyers'],
      }),
      expression: key(named, {
        title: 'Expression',
        description:
          'Name of an expression, which is a function that Plenum includes or that an embedding application registers.',
        example: 'another_person',
      }),
    },
  ),
}
