import type { Batched } from './batches.js'

/** A group, as payloads of users name it. */
export type Membership = {
  readonly id: string
  /** The id when the group has no title. */
  readonly title: string
}

/** `GET /@users/{id}`, and the answer to `POST /@users` (docs/content-and-access.md, Users). */
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
  /** URL of the picture. */
  readonly portrait: string | null
  /** Roles in the whole site, those of groups included, in alphabetical order. */
  readonly roles: readonly string[]
  /** Groups of the user, direct and indirect. */
  readonly groups: { readonly '@id': string; readonly items: readonly Membership[]; readonly items_total: number }
}

/** `GET /@users`: `limit` bounds it, it has no pages. */
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
  /** Ids of the groups that contain it. */
  readonly groups: readonly string[]
}

/** `GET /@groups/{id}`, and the answer to `POST /@groups`. */
export type GroupPayload = GroupSummary & {
  /** Ids of groups first, then of users; 10,000 users at most. */
  readonly members: { readonly '@id': string; readonly items: readonly string[]; readonly items_total: number }
}

/** `GET /@principals`: users and groups by a part of their names. */
export type PrincipalsPayload = {
  /** 100 at most. */
  readonly users: readonly UserPayload[]
  readonly groups: readonly GroupSummary[]
}

/** `GET /@roles` lists the roles that users can have. */
export type RolePayload = {
  readonly '@id': string
  readonly '@type': 'role'
  readonly id: string
  readonly title: string
}

/** `POST /@login` and `POST /@login-renew` (docs/content-and-access.md, Logins). */
export type TokenPayload = { readonly token: string }

/** `GET /@login`: further ways to log in; always empty. */
export type LoginOptionsPayload = { readonly options: readonly never[] }
