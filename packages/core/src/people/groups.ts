import { authenticatedUsers } from '../security/caller.js'

/** A set of users. `members` are kept with the users; this is what is known of the group itself. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly roles: readonly string[]
}

/** The groups of a stock site, in the order in which they are listed. Everybody who is logged in is in the last. */
export const stockGroups: readonly Group[] = [
  { id: 'Administrators', title: 'Administrators', description: '', roles: ['Manager'] },
  { id: 'Reviewers', title: 'Reviewers', description: '', roles: ['Reviewer'] },
  { id: 'Site Administrators', title: 'Site Administrators', description: '', roles: ['Site Administrator'] },
  { id: authenticatedUsers, title: authenticatedUsers, description: '', roles: [] },
]
