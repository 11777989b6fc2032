export type Caller = Anonymous | Member

interface Anonymous {
  readonly kind: 'anonymous'
}

/**
 * A logged-in user. `roles` and `groups` apply to the entire site, and do not include implicit roles and groups. Local
 * roles are stored in objects.
 */
export interface Member {
  readonly kind: 'member'
  readonly id: string
  readonly fullname: string
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/** The caller of a request without a login. */
export const anonymous: Anonymous = { kind: 'anonymous' }

/** The implicit group to which every member belongs. */
export const authenticatedUsers = 'AuthenticatedUsers'

export const globalRoles = (caller: Caller): readonly string[] =>
  caller.kind === 'member' ? [...caller.roles, 'Authenticated', 'Anonymous'] : ['Anonymous']

/** Returns the keys of `localRoles` that apply to the caller, such as `user:alice` and `group:Reviewers`. */
export function principalsOf(caller: Caller): readonly string[] {
  if (caller.kind === 'anonymous') return []
  return [userPrincipal(caller.id), ...[...caller.groups, authenticatedUsers].map(groupPrincipal)]
}

export const userPrincipal = (id: string): string => `user:${id}`

export const groupPrincipal = (id: string): string => `group:${id}`

export const userIdOf = (caller: Caller): string => (caller.kind === 'member' ? caller.id : '')
