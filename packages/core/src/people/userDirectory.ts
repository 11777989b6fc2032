import type { NewEvent } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'

/** A user who can log in. `id` is also the login name. Missing values are null. */
export interface User {
  readonly id: string
  readonly fullname: string | null
  readonly email: string
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  readonly roles: readonly string[]
  /** The ids of groups, excluding the group of all authenticated users. */
  readonly groups: readonly string[]
  /** The password hash. Only the function that verifies passwords reads it. */
  readonly passwordHash: string
  readonly created: Instant
  /** The digest of the portrait; absent if there is no portrait. */
  readonly portrait?: string
  /** The pending password reset; absent if none is pending. */
  readonly reset?: PasswordReset
}

/** The stored data of a password reset token (docs/content-and-access.md, Passwords, rule 4). */
export interface PasswordReset {
  readonly digest: string
  readonly issued: Instant
  readonly ends: Instant
}

/** A user's portrait. */
export interface Portrait {
  readonly digest: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A user and the state of one of the user's logins. */
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
  /** A part of the id, full name or email address, compared case-insensitively. */
  readonly search?: string
  /** A part of the id, compared case-insensitively. */
  readonly id?: string
  /** The ids of groups. Matches members of any of these groups. */
  readonly groups?: readonly string[]
  /** Matches users who have any of these roles or belong to any of these groups. */
  readonly holders?: Holders
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
  /** The new users; a user whose id is in use is skipped. */
  readonly added?: readonly User[]
  /** The existing users to replace, with their new values. */
  readonly users?: readonly User[]
  /** The portraits of existing users by user id; null removes a portrait. */
  readonly portraits?: ReadonlyMap<string, Portrait | null>
  /** The ids of the users to delete, including all their data. */
  readonly removedUsers?: readonly string[]
  /** The groups to create or replace. */
  readonly groups?: readonly Group[]
  /** The ids of the groups to delete, including their memberships. */
  readonly removedGroups?: readonly string[]
  /** The users of whom at least one must remain; otherwise nothing is written. */
  readonly remaining?: Holders
  /** The events to add to the change feed in the same transaction. */
  readonly events?: readonly NewEvent[]
}

/** The port for the store of users and groups. */
export interface UserDirectory {
  /**
   * A string that differs after every change. It reflects all changes by any process that were acknowledged before the
   * call.
   */
  state(): Promise<string>
  user(id: string): Promise<User | null>
  /** The users that match a filter, sorted by id. */
  users(filter: UserFilter): Promise<readonly User[]>
  /**
   * Adds a user, and adds `event` to the change feed in the same transaction. Returns false, without writing, if the id
   * is in use.
   */
  add(user: User, event?: NewEvent): Promise<boolean>
  /** Replaces a user. Returns false if the user does not exist. */
  replace(user: User): Promise<boolean>
  account(id: string, login: IssuedLogin): Promise<Account | null>
  /**
   * Revokes a login of a user, or all logins of the user if more than `maxEndedLogins` would be stored. Removes entries
   * whose tokens have expired. Writes nothing if the user does not exist.
   */
  endLogin(user: string, end: LoginEnd): Promise<void>
  /**
   * The time of the last login from the origin with this digest (docs/http-answers.md, Failed logins, rule 7); null if
   * none is stored.
   */
  lastLoginFrom(origin: string): Promise<Instant | null>
  /**
   * Stores a login origin of a user, and deletes all origins of this user except the latest `limit` origins since
   * `since`. Stores nothing for a user who does not exist. Does not change `state`.
   */
  storeLoginOrigin(user: string, use: LoginOriginUse): Promise<void>
  portrait(id: string): Promise<Portrait | null>
  /** Whether a user with this id has been deleted. */
  hadUser(id: string): Promise<boolean>
  /** The stored groups sorted by id; if `ids` is present, only groups with these ids. */
  groups(ids?: readonly string[]): Promise<readonly Group[]>
  /**
   * Applies the change that `decide` returns, atomically and without losing concurrent changes. If `decide` throws,
   * rethrows the error and writes nothing. Returns false, without writing, if no user who matches `remaining` would
   * remain.
   */
  change(ids: readonly string[], decide: (people: PeopleSnapshot) => PeopleChange): Promise<boolean>
}

/** A set of users and groups. Members list their groups; a group does not list its members. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** The ids of the groups that contain this group; absent if empty. */
  readonly groups?: readonly string[]
}

/** The logins of a user that were revoked before their expiry (docs/content-and-access.md, Logins, rules 5 and 6). */
export interface EndedLogins {
  /** All logins with tokens issued at this instant or earlier are revoked. */
  readonly before: Instant
  /** The expiry of the last token of each additional revoked login, by login id. */
  readonly until: Readonly<Record<string, Instant>>
}

export const noEndedLogins: EndedLogins = { before: 0, until: {} }

/** A login, as identified by its tokens. */
export interface IssuedLogin {
  readonly id: string
  readonly issued: Instant
}

/** A login to revoke. */
export interface LoginEnd {
  readonly id: string
  /** The expiry of the login's last token. */
  readonly until: Instant
  readonly now: Instant
}

/**
 * The maximum number of revoked logins stored per user. A revoked login expires with its tokens, so only a user who
 * logs in and out every five seconds for half a day exceeds this number.
 */
export const maxEndedLogins = 10_000

export const hasEnded = ({ before, until }: EndedLogins, { id, issued }: IssuedLogin): boolean =>
  issued <= before || Object.hasOwn(until, id)

/** Revokes a login, or all logins of the user if more than `maxEndedLogins` would be stored. */
export function withEndedLogin(ended: EndedLogins, { id, until, now }: LoginEnd): EndedLogins {
  const remaining = Object.entries(ended.until).filter(([otherId, end]) => end > now && otherId !== id)
  if (remaining.length >= maxEndedLogins) return { before: now, until: {} }
  return { before: ended.before, until: Object.fromEntries([...remaining, [id, until]]) }
}
