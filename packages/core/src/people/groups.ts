import { authenticatedUsers } from '../security/caller.js'

/** A set of users. Who belongs to it is kept with the users. */
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
