import type { Instant } from '../foundation/instants.js'

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
}
