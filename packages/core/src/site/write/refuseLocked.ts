import type { ContentNode } from '../../content/node/node.js'
import { activeLock, type Lock } from '../../content/store/locks.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import type { Visit } from '../run/visit.js'

export const holdsLock = ({ caller }: Pick<Visit, 'caller'>, { creator }: Lock): boolean => userIdOf(caller) === creator

/**
 * Throws a DomainError (`forbidden`) where the object is being edited and the token of its lock does not come along,
 * whoever the caller is: another page of the same person may have been opened before (docs/content-and-access.md,
 * Locks, rule 5).
 */
export async function refuseWithoutToken(visit: Visit, token: string | undefined): Promise<void> {
  const lock = await lockOf(visit, visit.node)
  if (lock && lock.token !== token)
    throw new DomainError('forbidden', message('lock.token', { name: lock.creatorName }))
}

/** Throws a DomainError (`locked`) where others are editing an object (docs/content-and-access.md, Locks, rule 6). */
export async function refuseLockedByOthers(visit: Visit, nodes: readonly ContentNode[]): Promise<void> {
  const locks = await visit.reader.locks(nodes.filter(node => isLockable(visit, node)).map(({ uid }) => uid))
  for (const { uid, path } of nodes) {
    const lock = activeLock(locks.get(uid), visit.now)
    if (lock && !holdsLock(visit, lock))
      throw new DomainError('locked', message('lock.held', { path, name: lock.creatorName }))
  }
}

/** Whether somebody else than the caller is editing an object. */
export async function isLockedByOthers(visit: Visit, node: ContentNode): Promise<boolean> {
  const lock = await lockOf(visit, node)
  return lock !== null && !holdsLock(visit, lock)
}

const isLockable = ({ environment }: Visit, { type }: ContentNode): boolean => environment.registry.type(type).lockable

async function lockOf(visit: Visit, node: ContentNode): Promise<Lock | null> {
  if (!isLockable(visit, node)) return null
  return activeLock((await visit.reader.locks([node.uid])).get(node.uid), visit.now)
}
