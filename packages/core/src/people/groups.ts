import { authenticatedUsers } from '../security/caller.js'

/** A set of users. Each user lists the groups; a group has no list of members. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly roles: readonly string[]
}

/** The groups of every site, in the order of listings. Every user who is logged in belongs to the last one. */
export const stockGroups: readonly Group[] = [
  { id: 'Administrators', title: 'Administrators', description: '', roles: ['Manager'] },
  { id: 'Reviewers', title: 'Reviewers', description: '', roles: ['Reviewer'] },
  { id: 'Site Administrators', title: 'Site Administrators', description: '', roles: ['Site Administrator'] },
  { id: authenticatedUsers, title: authenticatedUsers, description: '', roles: [] },
]
