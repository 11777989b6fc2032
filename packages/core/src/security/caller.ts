/** The user who sends a request. Roles and groups are those of the whole site; content has local roles. */
export type Caller = Anonymous | Member

export interface Anonymous {
  readonly kind: 'anonymous'
}

/** A user who is logged in. `roles` and `groups` are those of the whole site, without the implicit ones. */
export interface Member {
  readonly kind: 'member'
  readonly id: string
  readonly fullname: string
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/** The caller of a request without a login. */
export const anonymous: Anonymous = { kind: 'anonymous' }

/** Every member belongs to this group without being listed in it. */
export const authenticatedUsers = 'AuthenticatedUsers'

export function globalRoles(caller: Caller): readonly string[] {
  return caller.kind === 'member' ? [...caller.roles, 'Authenticated', 'Anonymous'] : ['Anonymous']
}

/** The keys of `localRoles` that apply to the caller: `user:alice`, `group:Reviewers`. */
export function principalsOf(caller: Caller): readonly string[] {
  if (caller.kind === 'anonymous') return []
  return [userPrincipal(caller.id), ...[...caller.groups, authenticatedUsers].map(groupPrincipal)]
}

export function userPrincipal(id: string): string {
  return `user:${id}`
}

export function groupPrincipal(id: string): string {
  return `group:${id}`
}

export function userIdOf(caller: Caller): string {
  return caller.kind === 'member' ? caller.id : ''
}
