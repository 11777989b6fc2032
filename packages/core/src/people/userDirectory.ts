import type { NewEvent } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'

/** A user who can log in. `id` is the login name. Values that are not set are null. */
export interface User {
  readonly id: string
  readonly fullname: string | null
  readonly email: string
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  readonly roles: readonly string[]
  /** The ids of the user's groups, excluding the group of all logged-in users. */
  readonly groups: readonly string[]
  /** The password hash. Only the password verification reads it. */
  readonly passwordHash: string
  readonly created: Instant
  /** The digest of the portrait. Absent if the user has no portrait. */
  readonly portrait?: string
  /** The pending password reset. Absent if no reset is pending. */
  readonly reset?: PasswordReset
}

/** The stored data of a password reset token (docs/content-and-access.md, Passwords, rule 4). */
export interface PasswordReset {
  readonly digest: string
  readonly issued: Instant
  readonly ends: Instant
}

/** The portrait of a user. */
export interface Portrait {
  readonly digest: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A user and the status of one of the user's logins. */
export interface Account {
  readonly user: User
  /** Whether the login has been revoked. `replace` does not change this value. */
  readonly hasEnded: boolean
}

export interface LoginOriginUse {
  /** The digest of the login's origin. */
  readonly origin: string
  readonly time: Instant
  readonly since: Instant
  readonly limit: number
}

export interface UserFilter {
  /** A case-insensitive part of the id, full name or email address. */
  readonly search?: string
  /** A case-insensitive part of the id. */
  readonly id?: string
  /** The groups. The filter matches members of any of them. */
  readonly groups?: readonly string[]
  /** The roles and groups. The filter matches users who have any of these roles or belong to any of these groups. */
  readonly holders?: Holders
  /** The id of the last user in the previous batch. The filter matches users whose id comes after this string. */
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
  /** All stored groups. */
  readonly groups: readonly Group[]
}

/** Changes of users and groups, applied in this order. */
export interface PeopleChange {
  /** The new users. Users whose id is in use are skipped. */
  readonly added?: readonly User[]
  /** The new values of existing users. */
  readonly users?: readonly User[]
  /** The portraits of existing users by user id. A value of null removes the portrait. */
  readonly portraits?: ReadonlyMap<string, Portrait | null>
  /** The ids of the users to delete together with all their data. */
  readonly removedUsers?: readonly string[]
  /** The groups to create or replace. */
  readonly groups?: readonly Group[]
  /** The ids of the groups to delete together with their memberships. */
  readonly removedGroups?: readonly string[]
  /** At least one of these users must exist after the change. If none does, nothing is written. */
  readonly remaining?: Holders
  /** The events that are added to the change feed in the same transaction. */
  readonly events?: readonly NewEvent[]
}

/** The port for the store of users and groups. */
export interface UserDirectory {
  /**
   * Returns a string that changes with every change. It includes all changes that any process acknowledged before the
   * call.
   */
  state(): Promise<string>
  user(id: string): Promise<User | null>
  /** Returns the matching users, sorted by id. */
  users(filter: UserFilter): Promise<readonly User[]>
  /**
   * Adds a user, and adds `event` to the change feed in the same transaction. Returns false without writing if the id
   * is in use.
   */
  add(user: User, event?: NewEvent): Promise<boolean>
  /** Replaces a user. Returns false if the user does not exist. */
  replace(user: User): Promise<boolean>
  account(id: string, login: IssuedLogin): Promise<Account | null>
  /**
   * Revokes a login of a user. If more than `maxEndedLogins` would be stored, revokes all logins of the user. Removes
   * entries whose tokens have expired. Does nothing if the user does not exist.
   */
  endLogin(user: string, end: LoginEnd): Promise<void>
  /**
   * Returns the time of the last login from the origin with this digest, or null if none is stored
   * (docs/http-answers.md, Failed logins, rule 7).
   */
  lastLoginFrom(origin: string): Promise<Instant | null>
  /**
   * Stores a login origin of an existing user, and deletes the user's older origins. Keeps only the latest `limit`
   * origins since `since`. Does not change `state`.
   */
  storeLoginOrigin(user: string, use: LoginOriginUse): Promise<void>
  portrait(id: string): Promise<Portrait | null>
  /** Returns whether a user with this id has been deleted. */
  hadUser(id: string): Promise<boolean>
  /** Returns the stored groups sorted by id. `ids` restricts the result to groups with these ids. */
  groups(ids?: readonly string[]): Promise<readonly Group[]>
  /**
   * Atomically applies the change that `decide` returns, without losing concurrent changes. If `decide` throws,
   * rethrows the error and writes nothing. Returns false without writing if no user would match `remaining`.
   */
  change(ids: readonly string[], decide: (people: PeopleSnapshot) => PeopleChange): Promise<boolean>
}

/** A named set of users and groups. Members store their groups. Groups do not store their members. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** The ids of the groups that contain this group. Absent if empty. */
  readonly groups?: readonly string[]
}

/** The logins of a user that were revoked before they expired (docs/content-and-access.md, Logins, rules 5 and 6). */
export interface EndedLogins {
  /** All logins with tokens that were issued at or before this instant are revoked. */
  readonly before: Instant
  /** The expiry of the last token of each additional revoked login, by login id. */
  readonly until: Readonly<Record<string, Instant>>
}

export const noEndedLogins: EndedLogins = { before: 0, until: {} }

/** A login, identified by its tokens. */
export interface IssuedLogin {
  readonly id: string
  readonly issued: Instant
}

/** A login to revoke. */
export interface LoginEnd {
  readonly id: string
  /** The expiry of the last token of the login. */
  readonly until: Instant
  readonly now: Instant
}

/**
 * The maximum number of stored revoked logins per user. Entries are removed when their tokens expire, so only a user
 * who logs in and out every five seconds for half a day reaches this number.
 */
export const maxEndedLogins = 10_000

export const hasEnded = ({ before, until }: EndedLogins, { id, issued }: IssuedLogin): boolean =>
  issued <= before || Object.hasOwn(until, id)

/** Adds a revoked login. If more than `maxEndedLogins` would be stored, revokes all logins of the user instead. */
export function withEndedLogin(ended: EndedLogins, { id, until, now }: LoginEnd): EndedLogins {
  const remaining = Object.entries(ended.until).filter(([otherId, end]) => end > now && otherId !== id)
  if (remaining.length >= maxEndedLogins) return { before: now, until: {} }
  return { before: ended.before, until: Object.fromEntries([...remaining, [id, until]]) }
}
