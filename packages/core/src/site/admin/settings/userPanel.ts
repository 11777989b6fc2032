import type { Field } from '../../../content/fields/field.js'
import { permission } from '../../../security/stockPermissions.js'
import type { ControlPanel } from './controlPanel.js'

const flag = { kind: 'boolean', default: false, required: true } as const

const manyUsers: Field = {
  ...flag,
  name: 'many_users',
  title: 'Many users',
  description: 'Front ends list users only after a search.',
}

const manyGroups: Field = {
  ...flag,
  name: 'many_groups',
  title: 'Many groups',
  description: 'Front ends list groups only after a search.',
}

/** Settings for lists of users and groups in front ends (docs/site-settings.md, Users and groups). */
export const userPanel: ControlPanel = {
  name: 'usergroup',
  title: 'User and group settings',
  group: 'Users',
  permission: permission.manageUsers,
  settings: [{ field: manyUsers }, { field: manyGroups }],
}
