/**
 * The source of a role: `global` if it applies to the site, `acquired` if it is inherited from a container, and true if
 * it is granted on this object. The value is false if the user or group does not have the role.
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
  /** The login name of a user, which equals `id`. The value is null for groups. */
  readonly login: string | null
  readonly roles: Readonly<Record<string, RoleSetting>>
  /**
   * Whether the roles are read-only. The value is true in the caller's own entry. The key is omitted in entries that
   * are included only because they match `search`.
   */
  readonly disabled?: boolean
}

/** The response to `GET {path}/@sharing` (docs/content-and-access.md, Local roles). */
export type SharingPayload = {
  /** Whether the object inherits the local roles on its containers. */
  readonly inherit: boolean
  readonly available_roles: readonly SharedRole[]
  /**
   * The group of all logged-in users, followed by the other groups and then by the users. The other groups and the
   * users are each sorted by title.
   */
  readonly entries: readonly SharingEntry[]
}
