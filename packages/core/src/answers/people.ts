import type { Batched } from './batches.js'

/** A group in the payload of a user. */
export type Membership = {
  readonly id: string
  /** The title, or the id if the group has no title. */
  readonly title: string
}

/** `GET /@users/{id}` and the response to `POST /@users` (docs/content-and-access.md, Users). */
export type UserPayload = {
  readonly '@id': string
  readonly id: string
  /** The same as `id`. */
  readonly username: string
  readonly fullname: string | null
  readonly email: string | null
  readonly description: string | null
  readonly home_page: string | null
  readonly location: string | null
  /** The URL of the user's portrait. */
  readonly portrait: string | null
  /** The site-wide roles in alphabetical order, including those from groups. */
  readonly roles: readonly string[]
  /** The direct and indirect groups of the user. */
  readonly groups: { readonly '@id': string; readonly items: readonly Membership[]; readonly items_total: number }
}

/** `GET /@users`. The response is not batched. The parameter `limit` limits the number of users. */
export type UsersPayload = { readonly '@id': string } & Required<Pick<Batched<UserPayload>, 'items' | 'items_total'>>

/** A group without its members (docs/content-and-access.md, Groups). */
export type GroupSummary = {
  readonly '@id': string
  readonly id: string
  /** The same as `id`. */
  readonly groupname: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** The ids of the groups that contain this group. */
  readonly groups: readonly string[]
}

/** `GET /@groups/{id}` and the response to `POST /@groups`. */
export type GroupPayload = GroupSummary & {
  /** The ids of the member groups, followed by at most 10,000 user ids. */
  readonly members: { readonly '@id': string; readonly items: readonly string[]; readonly items_total: number }
}

/** `GET /@principals`: the users and groups that match the search string. */
export type PrincipalsPayload = {
  /** The matching users, at most 100. */
  readonly users: readonly UserPayload[]
  readonly groups: readonly GroupSummary[]
}

/** An item of `GET /@roles`: a role that can be assigned to users. */
export type RolePayload = {
  readonly '@id': string
  readonly '@type': 'role'
  readonly id: string
  readonly title: string
}

/** `POST /@login` and `POST /@login-renew` (docs/content-and-access.md, Logins). */
export type TokenPayload = { readonly token: string }

/** `GET /@login`: alternative login methods. The list is always empty. */
export type LoginOptionsPayload = { readonly options: readonly never[] }
