import type { Behavior, ContentType } from '../content/model/model.js'
import { permission, type SitePermissions } from '../security/permissions.js'
import { defineWorkflow } from './defineWorkflow.js'
import { defaultHistoryGuard } from './historyGuard.js'

const manageMembership = 'collective.multiworkflow: Manage membership'

const managedBy = (...roles: readonly string[]) => ({ [manageMembership]: { roles, acquired: false } })

/**
 * The workflow that tracks a membership in a foundation, in addition to a publication workflow
 * (docs/workflow-and-history.md, Shipped workflows).
 */
export const foundationMemberWorkflow = defineWorkflow({
  id: 'foundation_member_workflow',
  title: 'Membership',
  stateVariable: 'workflow_states',
  initialState: 'pending',
  managedPermissions: [manageMembership],
  states: [
    {
      id: 'pending',
      title: 'Pending',
      transitions: ['activate'],
      permissions: managedBy('Manager', 'Site Administrator', 'Reviewer'),
    },
    {
      id: 'active',
      title: 'Active',
      transitions: ['lapse'],
      permissions: managedBy('Manager', 'Site Administrator', 'Owner'),
    },
    {
      id: 'lapsed',
      title: 'Lapsed',
      transitions: ['activate'],
      permissions: managedBy('Manager', 'Site Administrator'),
    },
  ],
  transitions: [
    { id: 'activate', title: 'Activate', to: 'active', guard: { permissions: [permission.modify] } },
    { id: 'lapse', title: 'Lapse', to: 'lapsed', guard: { permissions: [permission.modify] } },
  ],
  historyGuard: defaultHistoryGuard,
})

export const foundationMember: Behavior = {
  name: 'collective.multiworkflow.demo.foundation_member',
  workflows: [{ ids: [foundationMemberWorkflow.id] }],
}

export const membershipPermissions: SitePermissions = { [manageMembership]: ['Manager', 'Site Administrator'] }

/**
 * The content type for the profile of a person. A profile can contain images and files, and it has no publication
 * dates.
 */
export const profileType: ContentType = {
  id: 'Profile',
  title: 'Profile',
  behaviors: ['plone.basic', 'plone.ownership', 'plone.leadimage', 'plone.versioning', foundationMember.name],
  fields: [
    { kind: 'line', name: 'title', title: 'Fullname', required: true, default: '', searchable: true },
    { kind: 'text', name: 'description', title: 'Biography', default: '', searchable: true },
    { kind: 'email', name: 'email', title: 'E-mail', required: true },
  ],
  contains: ['Image', 'File'],
  addableAnywhere: true,
  addPermission: permission.add,
  layout: 'view',
  lockable: true,
}
