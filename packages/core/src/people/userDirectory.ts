import type { Instant } from '../foundation/instants.js'
import type { EndedLogins } from './endedLogins.js'

/** Somebody who can log in. `id` is also the name to log in with. Texts that were never given are null. */
export interface User {
  readonly id: string
  readonly fullname: string | null
  readonly email: string
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  readonly roles: readonly string[]
  /** Ids of groups, without the one that everybody belongs to. */
  readonly groups: readonly string[]
  /** What the hash function made of the password; nobody reads it but the function that verifies. */
  readonly passwordHash: string
  readonly created: Instant
}

/** A user with what is kept of their logins, which `replace` leaves as it is. */
export interface Account {
  readonly user: User
  readonly endedLogins: EndedLogins
}

export interface UserFilter {
  /** Part of the id, full name or e-mail address, any case. */
  readonly search?: string
  /** Part of the id, any case. */
  readonly id?: string
  /** Ids of groups, one of which they belong to. */
  readonly groups?: readonly string[]
  readonly limit: number
}

/** Where users are kept. */
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
