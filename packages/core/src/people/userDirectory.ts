import type { Instant } from '../foundation/instants.js'
import type { EndedLogins } from './endedLogins.js'

/** A user account. `id` is also the login name. Texts that were never given are null. */
export interface User {
  readonly id: string
  readonly fullname: string | null
  readonly email: string
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  readonly roles: readonly string[]
  /** Ids of groups, without `AuthenticatedUsers`, to which everybody belongs. */
  readonly groups: readonly string[]
  /** The hash of the password. Only the function that verifies passwords reads it. */
  readonly passwordHash: string
  readonly created: Instant
}

/** A user with what is kept of their logins, which `replace` leaves as it is. */
export interface Account {
  readonly user: User
  readonly endedLogins: EndedLogins
}

/** The conditions of a search for users; a user must meet all that are set. */
export interface UserFilter {
  /** Part of the id, full name or e-mail address; not case-sensitive. */
  readonly search?: string
  /** Part of the id; not case-sensitive. */
  readonly id?: string
  /** Ids of groups; the user belongs to at least one of them. */
  readonly groups?: readonly string[]
  readonly limit: number
}

/** The port that stores users. */
export interface UserDirectory {
  user(id: string): Promise<User | null>
  /** Sorted by id. */
  users(filter: UserFilter): Promise<readonly User[]>
  /** False when the id is in use; nothing is written then. */
  add(user: User): Promise<boolean>
  /** False when there is no such user. */
  replace(user: User): Promise<boolean>
  account(id: string): Promise<Account | null>
  /**
   * Replaces what is kept of ended logins by what `change` makes of it, and loses nothing that others change at the same
   * time. Nothing is written of a user who does not exist.
   */
  changeEndedLogins(id: string, change: (ended: EndedLogins) => EndedLogins): Promise<void>
}
