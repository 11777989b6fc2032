/**
 * How a user or group has a role: `global` in the whole site, `acquired` from a container, true here alone, false not
 * at all.
 */
export type RoleSetting = boolean | 'global' | 'acquired'

/** A role that the caller may give. */
export type SharedRole = {
  readonly id: string
  readonly title: string
}

/** A user or group with local roles, or found by `search`. */
export type SharingEntry = {
  readonly id: string
  readonly type: 'user' | 'group'
  readonly title: string
  /** The same as `id`; null for groups. */
  readonly login: string | null
  readonly roles: Readonly<Record<string, RoleSetting>>
  /** True for the caller, who cannot change own roles. Absent for an entry that only the search has found. */
  readonly disabled?: boolean
}

/** `GET {path}/@sharing` (docs/content-and-access.md, Local roles). */
export type SharingPayload = {
  /** Whether roles from containers apply here. */
  readonly inherit: boolean
  readonly available_roles: readonly SharedRole[]
  /** Logged-in users first, then groups, then users; each by title. */
  readonly entries: readonly SharingEntry[]
}
