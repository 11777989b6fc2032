import type { NewEvent } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'

/** A user who can log in. `id` is the login name. Unset values are null. */
export interface User {
  readonly id: string
  readonly fullname: string | null
  readonly email: string
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  readonly roles: readonly string[]
  /** The ids of the user's groups, excluding the implicit group of all logged-in users. */
  readonly groups: readonly string[]
  /** The password hash, which only the password verification reads. */
  readonly passwordHash: string
  readonly created: Instant
  /** The digest of the portrait. The property is absent if the user has no portrait. */
  readonly portrait?: string
  readonly reset?: PasswordReset
}

/** The stored data of a password reset token (docs/content-and-access.md, Passwords, rule 4). */
export interface PasswordReset {
  readonly digest: string
  readonly issued: Instant
  readonly ends: Instant
}

export interface Portrait {
  readonly digest: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A user, and the status of one of the user's logins. */
export interface Account {
  readonly user: User
  /** Whether the login has been revoked. `UserDirectory.replace` does not change this value. */
  readonly hasEnded: boolean
}

export interface LoginOriginUse {
  /** The digest of the login name and the client address (see `LoginOrigin`). */
  readonly origin: string
  readonly time: Instant
  readonly since: Instant
  readonly limit: number
}

export interface UserFilter {
  /** Matches users whose id, full name or email address contains this string (case-insensitive). */
  readonly search?: string
  /** Matches users whose id contains this string (case-insensitive). */
  readonly id?: string
  /** Matches users with this email address (case-insensitive). Stores may also ignore accents. */
  readonly email?: string
  /** Matches members of any of these groups. */
  readonly groups?: readonly string[]
  /** Matches users who have any of these roles or belong to any of these groups. */
  readonly holders?: Holders
  /** Matches users whose id comes after this string, which is the id of the last user in the previous batch. */
  readonly after?: string
  readonly limit: number
}

export interface Holders {
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/** The users and groups before a change. */
export interface PeopleSnapshot {
  /** The requested users that exist, by id. */
  readonly users: ReadonlyMap<string, User>
  readonly groups: readonly Group[]
}

/** Changes to users and groups. They are applied in the order in which the properties are declared here. */
export interface PeopleChange {
  /** The new users. Users whose id is already in use are skipped. */
  readonly added?: readonly User[]
  /** The new values of existing users. */
  readonly users?: readonly User[]
  /** The portraits of existing users by user id. Null removes a portrait. */
  readonly portraits?: ReadonlyMap<string, Portrait | null>
  /** The ids of the users to delete together with all their data. */
  readonly removedUsers?: readonly string[]
  /** The groups to create or replace. */
  readonly groups?: readonly Group[]
  /** The ids of the groups to delete together with their memberships. */
  readonly removedGroups?: readonly string[]
  /** A filter that must match at least one user after the change. If it would match no user, nothing is written. */
  readonly remaining?: Holders
  /** The events to add to the change feed in the same transaction. */
  readonly events?: readonly NewEvent[]
}

/** The port for storing users and groups. */
export interface UserDirectory {
  /**
   * Returns a string that changes with every change to users or groups. It reflects all changes that any process
   * acknowledged before the call.
   */
  state(): Promise<string>
  user(id: string): Promise<User | null>
  /** Returns the matching users, sorted by id. */
  users(filter: UserFilter): Promise<readonly User[]>
  /**
   * Adds a user, and adds `event` to the change feed in the same transaction. Returns false without writing if the id
   * is already in use.
   */
  add(user: User, event?: NewEvent): Promise<boolean>
  /** Replaces a user. Returns false if the user does not exist. */
  replace(user: User): Promise<boolean>
  account(id: string, login: IssuedLogin): Promise<Account | null>
  /**
   * Revokes a login of a user, and deletes stored revocations whose tokens have expired. If more than `maxEndedLogins`
   * revocations would remain, revokes all logins of the user. Does nothing if the user does not exist.
   */
  endLogin(user: string, end: LoginEnd): Promise<void>
  /**
   * Returns the time of the last login from the origin with this digest, or null if none is stored
   * (docs/http-answers.md, Failed logins, rule 7).
   */
  lastLoginFrom(origin: string): Promise<Instant | null>
  /**
   * Stores a login origin of an existing user. Deletes origins that the user last used before `since`, and the oldest
   * origins if there are more than `limit`. Does not affect the result of `state`.
   */
  storeLoginOrigin(user: string, use: LoginOriginUse): Promise<void>
  portrait(id: string): Promise<Portrait | null>
  /** Returns whether a user with this id existed and was deleted. */
  hadUser(id: string): Promise<boolean>
  /** Returns the stored groups, sorted by id. If `ids` is given, returns only groups with these ids. */
  groups(ids?: readonly string[]): Promise<readonly Group[]>
  /**
   * Atomically applies the change that `decide` returns, without losing concurrent changes. If `decide` throws, writes
   * nothing and rethrows the error. Returns false without writing if no user would match `remaining`.
   */
  change(ids: readonly string[], decide: (people: PeopleSnapshot) => PeopleChange): Promise<boolean>
}

/**
 * A named set of users and groups. Members store the ids of their groups, and groups do not store the ids of their
 * members.
 */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** The ids of the groups that contain this group. The property is absent if no group contains it. */
  readonly groups?: readonly string[]
}

/** The logins of a user that were revoked before they expired (docs/content-and-access.md, Logins, rules 5 and 6). */
export interface EndedLogins {
  /** All logins whose tokens were issued at or before this instant are revoked. */
  readonly before: Instant
  /** For each other revoked login, the time when its last token expires, by login id. */
  readonly until: Readonly<Record<string, Instant>>
}

export const noEndedLogins: EndedLogins = { before: 0, until: {} }

/** The id of a login, and the time when one of its tokens was issued. */
export interface IssuedLogin {
  readonly id: string
  readonly issued: Instant
}

export interface LoginEnd {
  readonly id: string
  /** The time when the last token of the login expires. */
  readonly until: Instant
  readonly now: Instant
}

/**
 * The maximum number of stored revoked logins per user. Revoked logins are removed when their tokens expire, so a user
 * reaches this number only by logging in and out every five seconds for half a day.
 */
export const maxEndedLogins = 10_000

export const hasEnded = ({ before, until }: EndedLogins, { id, issued }: IssuedLogin): boolean =>
  issued <= before || Object.hasOwn(until, id)

/**
 * Adds a revoked login. If more than `maxEndedLogins` revoked logins would remain, revokes all logins of the user
 * instead.
 */
export function withEndedLogin(ended: EndedLogins, { id, until, now }: LoginEnd): EndedLogins {
  const remaining = Object.entries(ended.until).filter(([otherId, end]) => end > now && otherId !== id)
  if (remaining.length >= maxEndedLogins) return { before: now, until: {} }
  return { before: ended.before, until: Object.fromEntries([...remaining, [id, until]]) }
}
