import { DomainError, type Message, message } from '../../foundation/messages.js'
import type { PeopleChange, PeopleSnapshot, User } from '../../people/userDirectory.js'
import { permission } from '../../security/permissions.js'
import { hasPermission, nearestPublic, type RequestContext, unauthorized } from '../run/requestContext.js'
import { originOf } from '../write/changeEvents.js'
import { peopleEvents } from './peopleEvents.js'

export const isSelf = ({ caller }: RequestContext, id: string): boolean => caller.kind === 'member' && caller.id === id

export const refuse = ({ caller, lineage, environment }: RequestContext, reason: Message): DomainError =>
  caller.kind === 'anonymous' ? unauthorized(lineage, environment) : new DomainError('forbidden', reason)

/**
 * Throws a DomainError `forbidden` if the change affects Managers and the caller is not a Manager
 * (docs/content-and-access.md, Users, rule 6).
 */
export function requireManagerRights(context: RequestContext, isAboutManagers: boolean): void {
  if (isAboutManagers && !hasPermission(context, permission.manageSite))
    throw new DomainError('forbidden', message('user.manager'))
}

export function requireUser(context: RequestContext, { users }: PeopleSnapshot, id: string): User {
  const user = users.get(id)
  if (!user) throw missing(context, message('user.missing', { id: id.slice(0, 100) }))
  return user
}

/**
 * Returns the error for a missing user or group. Use it only for callers who may know whether the user or group exists.
 */
export const missing = ({ lineage, environment }: RequestContext, reason: Message): DomainError =>
  new DomainError('not-found', reason, { context: nearestPublic(lineage, environment) })

/**
 * Changes users and groups, and adds events to the change feed. Throws a DomainError `forbidden` if no Manager would
 * remain (docs/content-and-access.md, Users, rule 6).
 */
export async function changePeople(
  context: Pick<RequestContext, 'environment' | 'caller' | 'now'>,
  ids: readonly string[],
  decide: (people: PeopleSnapshot) => PeopleChange,
): Promise<null> {
  const decideWithEvents = (people: PeopleSnapshot): PeopleChange => {
    const change = decide(people)
    return { ...change, events: peopleEvents(people, change, originOf(context)) }
  }
  if (await context.environment.users.change(ids, decideWithEvents)) return null
  throw new DomainError('forbidden', message('user.last-manager'))
}
