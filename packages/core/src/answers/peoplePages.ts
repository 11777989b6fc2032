import type { FormSection } from './formControls.js'
import type { GroupSummary, UserPayload } from './people.js'

/** The response to `GET /@@users`: a batch of users (docs/people.md, Users). */
export type UsersPagePayload = {
  readonly '@id': string
  /**
   * The search string, which occurs in the id, the full name or the email address of each listed user. If the string is
   * empty, all users are listed.
   */
  readonly search: string
  readonly items: readonly UserPayload[]
  /** The value of `after` for the next batch, or null if this is the last batch. */
  readonly next: string | null
  readonly may_add: boolean
}

/** The response to `GET /@@users/{id}`: a user and the forms that change the user (docs/people.md, Users). */
export type UserPagePayload = {
  readonly '@id': string
  readonly user: UserPayload
  /** Whether the user is the caller. */
  readonly is_own: boolean
  readonly may_remove: boolean
  /**
   * The form for the profile and, for administrators, also for the roles. The list is empty if the caller may not
   * change the user.
   */
  readonly profile: readonly FormSection[]
  /** The form for the caller's password. The list is empty if the user is not the caller. */
  readonly password: readonly FormSection[]
}

/** The response to `GET /@@invite` and `GET /@@add-group`: the form for a new user or group. */
export type NewPrincipalPayload = {
  readonly '@id': string
  readonly sections: readonly FormSection[]
}

/** The response to `GET /@@groups`: all groups (docs/people.md, Groups). */
export type GroupsPagePayload = {
  readonly '@id': string
  readonly items: readonly GroupSummary[]
}

/** A user in the list of group members. */
export type MemberEntry = {
  readonly id: string
  /** The full name of the user, or the id if the user has no full name. */
  readonly title: string
  readonly email: string
  /** Whether the user is a direct member of the group. */
  readonly is_member: boolean
}

/**
 * The response to `GET /@@groups/{id}`: a group, the form that changes it, and a batch of its members (docs/people.md,
 * Groups).
 */
export type GroupPagePayload = {
  readonly '@id': string
  readonly group: GroupSummary
  readonly sections: readonly FormSection[]
  /**
   * The search string, which occurs in the id, the name or the email address of each listed user. If the string is
   * empty, the members of the group are listed.
   */
  readonly search: string
  readonly members: readonly MemberEntry[]
  /** The value of `after` for the next batch, or null if this is the last batch. */
  readonly next: string | null
  /** Whether the caller may change the group. The group of all logged-in users can never be changed. */
  readonly may_change: boolean
  /** Whether the group can be removed. The built-in groups, which exist on every site, cannot be removed. */
  readonly may_remove: boolean
}
