import type { ContentNode } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import { activeLock, type Lock } from '../../content/store/locks.js'
import { DomainError, message } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import type { RequestContext } from '../run/requestContext.js'

export const holdsLock = ({ caller }: Pick<RequestContext, 'caller'>, { creator }: Lock): boolean =>
  userIdOf(caller) === creator

/**
 * The preconditions of a commit that relies on a lock check. They are needed because another user may acquire a lock
 * before the commit.
 */
type SameLocks = Required<Pick<Change, 'expects'>>

/**
 * Returns the preconditions of the commit. Throws a DomainError `forbidden` if the object is locked and the request
 * does not contain the lock token. The holder of the lock also needs the token, because the holder may be editing the
 * object on another page (docs/content-and-access.md, Locks, rule 5).
 */
export const refuseWithoutToken = async (context: RequestContext, token: string | undefined): Promise<SameLocks> =>
  checkLocks(context, [context.node], lock => {
    if (lock.token !== token) throw new DomainError('forbidden', message('lock.token', { name: lock.creatorName }))
  })

/**
 * Returns the preconditions of the commit. Throws a DomainError `locked` if another user holds the lock
 * (docs/content-and-access.md, Locks, rule 6).
 */
export async function refuseLockedByOthers(context: RequestContext, nodes: readonly ContentNode[]): Promise<SameLocks> {
  return checkLocks(context, nodes, (lock, { path }) => {
    if (!holdsLock(context, lock))
      throw new DomainError('locked', message('lock.held', { path, name: lock.creatorName }))
  })
}

async function checkLocks(
  context: RequestContext,
  nodes: readonly ContentNode[],
  check: (lock: Lock, node: ContentNode) => void,
): Promise<SameLocks> {
  const lockable = nodes.filter(node => isLockable(context, node))
  const stored = await context.reader.locks(lockable.map(({ uid }) => uid))
  for (const node of lockable) {
    const lock = activeLock(stored.get(node.uid), context.now)
    if (lock) check(lock, node)
  }
  return {
    expects: lockable.map(({ uid, revision }) => ({ uid, revision, lock: stored.get(uid)?.token ?? null })),
  }
}

export async function isLockedByOthers(context: RequestContext, node: ContentNode): Promise<boolean> {
  if (!isLockable(context, node)) return false
  const lock = activeLock((await context.reader.locks([node.uid])).get(node.uid), context.now)
  return lock !== null && !holdsLock(context, lock)
}

const isLockable = ({ environment }: RequestContext, { type }: ContentNode): boolean =>
  environment.registry.type(type).lockable
