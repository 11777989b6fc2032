import type { LockPayload } from '../../answers/lock.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import { activeLock, type Lock } from '../../content/store/locks.js'
import { formatInstant } from '../../foundation/instants.js'
import { permission } from '../../security/permissions.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'
import { holdsLock } from '../write/refuseLocked.js'

/**
 * Returns the payload of a lock: `{}` if the type cannot be locked, and `{locked: false, stealable: true}` if the
 * object is not locked. Only the holder of the lock and callers who can modify the object get the token
 * (docs/content-and-access.md, Locks, rule 4).
 */
export function presentLock(context: RequestContext, lineage: Lineage, stored: Lock | undefined): LockPayload {
  const { lockable } = context.environment.registry.type(objectOf(lineage).type)
  if (!lockable) return noLock
  const lock = activeLock(stored, context.now)
  if (!lock) return unlocked
  const { token, creator, creatorName, created, timeout, stealable } = lock
  const isOwn = holdsLock(context, lock)
  return {
    locked: true,
    stealable: isOwn || stealable,
    creator,
    creator_name: creatorName,
    creator_url: `${context.base}/author/${encodeURIComponent(creator)}`,
    created: formatInstant(created),
    time: created / 1000,
    timeout,
    name: 'plone.locking.stealable',
    ...(isOwn || hasPermissionAt(context, permission.modify, lineage) ? { token } : {}),
  }
}

/**
 * The payloads for objects without a lock. They are constants, because the payload cache compares the parts of a
 * payload by identity.
 */
const noLock: LockPayload = Object.freeze({})
const unlocked: LockPayload = Object.freeze({ locked: false, stealable: true })
