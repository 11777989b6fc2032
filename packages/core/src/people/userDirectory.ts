import type { Instant } from '../foundation/instants.js'
import type { IssuedLogin, LoginEnd } from './endedLogins.js'
import type { Group } from './groups.js'

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
  /** Digest of the portrait; left out without one. */
  readonly portrait?: string
  /** A token that may set the password; left out without one. */
  readonly reset?: PasswordReset
}

/** What is kept of a token that sets a password (docs/content-and-access.md, Passwords, rule 4). */
export interface PasswordReset {
  readonly digest: string
  readonly issued: Instant
  readonly ends: Instant
}

/** A picture of a user. */
export interface Portrait {
  readonly digest: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A user with one of their logins. */
export interface Account {
  readonly user: User
  /** Whether the login has ended before its time. `replace` leaves that as it is. */
  readonly hasEnded: boolean
}

export interface LoginPlaceUse {
  /** A digest. */
  readonly place: string
  readonly time: Instant
  readonly since: Instant
  readonly most: number
}

export interface UserFilter {
  /** Part of the id, full name or e-mail address, any case. */
  readonly search?: string
  /** Part of the id, any case. */
  readonly id?: string
  /** Ids of groups, one of which they belong to. */
  readonly groups?: readonly string[]
  /** Who has one of these roles, or belongs to one of these groups. */
  readonly holders?: Holders
  readonly limit: number
}

export interface Holders {
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/** Users and groups that a change begins with, as they are at that moment. */
export interface KnownPeople {
  /** Those of the users that were asked for who exist, by id. */
  readonly users: ReadonlyMap<string, User>
  /** All groups that are stored. */
  readonly groups: readonly Group[]
}

/** What becomes of users and groups, in this order. */
export interface PeopleChange {
  /** Users who exist, as they are from now on. */
  readonly users?: readonly User[]
  /** Pictures of such users; null takes one away. */
  readonly portraits?: ReadonlyMap<string, Portrait | null>
  /** Ids of users who go, with all that is kept of them. */
  readonly removedUsers?: readonly string[]
  /** Groups as they are from now on, whether they were there or not. */
  readonly groups?: readonly Group[]
  /** Ids of groups that go; nobody belongs to them any more. */
  readonly removedGroups?: readonly string[]
  /** Where nobody of this kind is left afterwards, nothing is written. */
  readonly remaining?: Holders
}

/** Where users and groups are kept. */
export interface UserDirectory {
  /** A text that is another one after every change. Sees all that was answered before the call, by whichever process. */
  state(): Promise<string>
  user(id: string): Promise<User | null>
  /** Sorted by id. */
  users(filter: UserFilter): Promise<readonly User[]>
  /** False when the id is in use; nothing is written then. */
  add(user: User): Promise<boolean>
  /** False when there is no such user. */
  replace(user: User): Promise<boolean>
  account(id: string, login: IssuedLogin): Promise<Account | null>
  /**
   * Ends a login of a user, and no other one up to the number of `mostEndedLogins`. Those whose tokens have expired are
   * removed. Nothing is written of a user who does not exist.
   */
  endLogin(user: string, end: LoginEnd): Promise<void>
  /**
   * When somebody logged in from a place last, named by a digest (docs/http-answers.md, Logins that fail, rule 7); null
   * where that is not kept.
   */
  loginPlace(place: string): Promise<Instant | null>
  /**
   * Keeps that a user logged in from a place, and of this user no others than the latest of `most` places since `since`.
   * Nothing is kept of a user who does not exist, and no other state comes of it.
   */
  keepLoginPlace(user: string, kept: LoginPlaceUse): Promise<void>
  portrait(id: string): Promise<Portrait | null>
  /** Whether a user who had this id was removed. */
  hadUser(id: string): Promise<boolean>
  /** Groups that are stored, sorted by id; with `ids` no others than those. */
  groups(ids?: readonly string[]): Promise<readonly Group[]>
  /**
   * Writes what `decide` makes of users and groups, all or nothing, and loses nothing that others change at the same
   * time. What `decide` throws is thrown, and nothing is written. False when nobody of `remaining` would be left.
   */
  change(ids: readonly string[], decide: (known: KnownPeople) => PeopleChange): Promise<boolean>
}
