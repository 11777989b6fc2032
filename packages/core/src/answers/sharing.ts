/**
 * How a user or group gets a role: `global` means for the whole site, `acquired` from a container, true on this object
 * only, false not at all.
 */
export type RoleSetting = boolean | 'global' | 'acquired'

/** A role that the caller may grant. */
export type SharedRole = {
  readonly id: string
  readonly title: string
}

/** A user or group that has local roles or that matches `search`. */
export type SharingEntry = {
  readonly id: string
  readonly type: 'user' | 'group'
  readonly title: string
  /** The same as `id`; null for groups. */
  readonly login: string | null
  readonly roles: Readonly<Record<string, RoleSetting>>
  /**
   * Whether the roles cannot be changed: true in the caller's own entry, because users cannot change their own roles.
   * Absent in entries that only the search added.
   */
  readonly disabled?: boolean
}

/** `GET {path}/@sharing` (docs/content-and-access.md, Local roles). */
export type SharingPayload = {
  /** Whether the local roles of containers also apply to this object. */
  readonly inherit: boolean
  readonly available_roles: readonly SharedRole[]
  /**
   * The entries: first the group of logged-in users, then the other groups, then the users. Groups and users are sorted
   * by title.
   */
  readonly entries: readonly SharingEntry[]
}
