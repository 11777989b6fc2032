/** A set of users and groups. Members list their groups; a group has no list of members. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** Ids of the groups that contain this one; omitted if empty. */
  readonly groups?: readonly string[]
}
