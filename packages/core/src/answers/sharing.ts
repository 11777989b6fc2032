/**
 * The source of a role: `global` (the whole site), `acquired` (a container), or true (this object). False means that
 * the user or group does not have the role.
 */
export type RoleSetting = boolean | 'global' | 'acquired'

/** A role that the caller may grant. */
export type SharedRole = {
  readonly id: string
  readonly title: string
}

/** A user or group with local roles, or one that matches `search`. */
export type SharingEntry = {
  readonly id: string
  readonly type: 'user' | 'group'
  readonly title: string
  /** The login name, which is the same as `id`. Null for groups. */
  readonly login: string | null
  readonly roles: Readonly<Record<string, RoleSetting>>
  /**
   * Whether the roles cannot be changed. True in the caller's own entry. Absent in entries that only the search has
   * added.
   */
  readonly disabled?: boolean
}

/** `GET {path}/@sharing` (docs/content-and-access.md, Local roles). */
export type SharingPayload = {
  /** Whether the object inherits the local roles of its containers. */
  readonly inherit: boolean
  readonly available_roles: readonly SharedRole[]
  /** The group of logged-in users, the other groups, and the users. Groups and users are sorted by title. */
  readonly entries: readonly SharingEntry[]
}
