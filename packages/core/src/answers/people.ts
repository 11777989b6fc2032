import type { Batched } from './batches.js'

/** A group in the payload of a user. */
export type Membership = {
  readonly id: string
  /** The title of the group, or its id if the group has no title. */
  readonly title: string
}

/** The response to `GET /@users/{id}` and `POST /@users` (docs/content-and-access.md, Users). */
export type UserPayload = {
  readonly '@id': string
  readonly id: string
  /** The user name, which equals `id`. */
  readonly username: string
  readonly fullname: string | null
  readonly email: string | null
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  /** The URL of the user's portrait, or null if the user has no portrait. */
  readonly portrait: string | null
  /** The site-wide roles in alphabetical order, including roles from groups. */
  readonly roles: readonly string[]
  /** The groups to which the user belongs directly or indirectly. */
  readonly groups: { readonly '@id': string; readonly items: readonly Membership[]; readonly items_total: number }
}

/**
 * The response to `GET /@users`, which is not divided into batches. The query parameter `limit` limits the number of
 * users.
 */
export type UsersPayload = { readonly '@id': string } & Required<Pick<Batched<UserPayload>, 'items' | 'items_total'>>

/** A group without its members (docs/content-and-access.md, Groups). */
export type GroupSummary = {
  readonly '@id': string
  readonly id: string
  /** The group name, which equals `id`. */
  readonly groupname: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** The ids of the groups that contain this group. */
  readonly groups: readonly string[]
}

/** The response to `GET /@groups/{id}` and `POST /@groups`. */
export type GroupPayload = GroupSummary & {
  /** The ids of the groups in this group, followed by at most 10,000 user ids. */
  readonly members: { readonly '@id': string; readonly items: readonly string[]; readonly items_total: number }
}

/** The response to `GET /@principals`: the users and groups that match the search string. */
export type PrincipalsPayload = {
  /** The matching users, at most 100. */
  readonly users: readonly UserPayload[]
  readonly groups: readonly GroupSummary[]
}

/** A role in the response to `GET /@roles`, which lists the roles that can be assigned to users. */
export type RolePayload = {
  readonly '@id': string
  readonly '@type': 'role'
  readonly id: string
  readonly title: string
}

/** The response to `POST /@login` and `POST /@login-renew` (docs/content-and-access.md, Logins). */
export type TokenPayload = { readonly token: string }

/** The response to `GET /@login`: alternative login methods. The list is always empty. */
export type LoginOptionsPayload = { readonly options: readonly never[] }
