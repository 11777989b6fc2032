import type { SitePermissions } from './permissions.js'

/**
 * Names of the permissions that core itself checks (docs/content-and-access.md, Permissions; docs/polls.md, Voters).
 */
export const permission = {
  view: 'View',
  accessContents: 'Access contents information',
  modify: 'Modify portal content',
  add: 'Add portal content',
  delete: 'Delete objects',
  listFolder: 'List folder contents',
  requestReview: 'Request review',
  review: 'Review portal content',
  accessInactive: 'Access inactive portal content',
  accessVersions: 'CMFEditions: Access previous versions',
  revertVersions: 'CMFEditions: Revert to previous versions',
  manageContextAliases: 'Manage Context Aliases',
  manageSiteAliases: 'Manage Portal Aliases',
  delegateRoles: 'Sharing page: Delegate roles',
  delegateReader: 'Sharing page: Delegate Reader role',
  delegateEditor: 'Sharing page: Delegate Editor role',
  delegateContributor: 'Sharing page: Delegate Contributor role',
  delegateReviewer: 'Sharing page: Delegate Reviewer role',
  changeLocalRoles: 'Change local roles',
  addMember: 'Add portal member',
  readUsers: 'Access Plone user information',
  manageUsers: 'Plone Site Setup: Users and Groups',
  setUpSite: 'Plone Site Setup: Site',
  manageSite: 'Manage portal',
  addPoll: 'collective.polls: Add poll',
  closePoll: 'collective.polls: Close poll',
  vote: 'collective.polls: Vote',
} as const

/** The roles that can be granted to users for the whole site, in the order of listings. */
export const assignableRoles = [
  'Contributor',
  'Editor',
  'Member',
  'Reader',
  'Reviewer',
  'Site Administrator',
  'Manager',
] as const

/** Roles that callers get by logging in or by owning an object; they cannot be granted for the whole site. */
export const implicitRoles = ['Anonymous', 'Authenticated', 'Owner'] as const

const administrators = ['Manager', 'Site Administrator']
const editors = [...administrators, 'Owner', 'Editor']
const readers = [...administrators, 'Reader', 'Editor', 'Contributor']

/** The roles that have each permission, unless an object overrides it (docs/content-and-access.md, Permissions). */
export const stockPermissions: SitePermissions = {
  [permission.view]: [...readers, 'Anonymous'],
  [permission.accessContents]: [...readers, 'Anonymous'],
  [permission.modify]: editors,
  [permission.add]: [...administrators, 'Owner', 'Contributor'],
  [permission.delete]: editors,
  [permission.listFolder]: [...editors, 'Reviewer', 'Contributor'],
  [permission.requestReview]: editors,
  [permission.review]: [...administrators, 'Reviewer'],
  [permission.accessInactive]: [...administrators, 'Owner'],
  [permission.accessVersions]: [...editors, 'Reviewer', 'Contributor'],
  [permission.revertVersions]: [...editors, 'Reviewer'],
  [permission.manageContextAliases]: editors,
  [permission.manageSiteAliases]: administrators,
  [permission.delegateRoles]: [...editors, 'Reviewer'],
  [permission.delegateReader]: [...editors, 'Reviewer'],
  [permission.delegateEditor]: editors,
  [permission.delegateContributor]: [...administrators, 'Owner'],
  [permission.delegateReviewer]: [...administrators, 'Reviewer'],
  [permission.changeLocalRoles]: administrators,
  [permission.addMember]: administrators,
  [permission.readUsers]: administrators,
  [permission.manageUsers]: administrators,
  [permission.setUpSite]: administrators,
  [permission.manageSite]: ['Manager'],
  [permission.addPoll]: [...administrators, 'Owner', 'Contributor'],
  [permission.closePoll]: [...administrators, 'Reviewer'],
  // Empty, because the workflow state of each poll grants it.
  [permission.vote]: [],
}
