import type { LockPayload } from '../../answers/lock.js'
import { activeLock, type Lock } from '../../content/store/locks.js'
import { hexOf } from '../../foundation/hex.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { presentLock } from '../present/presentLock.js'
import type { Operation, Outcome } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { holdsLock } from '../write/refuseLocked.js'

/** `GET {path}/@lock` returns the same `lock` as in the payload of the object (docs/content-and-access.md, Locks). */
export const getLock: Operation<undefined, LockPayload> = {
  permission: permission.view,
  run: async context => ({ answer: presentLock(context, context.lineage, await storedLock(context)) }),
}

/**
 * `POST {path}/@lock` acquires a lock, or returns an existing lock unchanged. The body can contain `stealable` (a
 * boolean) and `timeout` (in seconds). Throws a DomainError `bad-request` if either value is invalid.
 */
export const lockContent: Operation<JsonObject, LockPayload> = {
  permission: permission.modify,
  async run(context, body) {
    const options = readLockOptions(body)
    const stored = await storedLock(context)
    return activeLock(stored, context.now)
      ? answerUnchanged(context, stored)
      : answerChanged(context, stored, newLock(context, options))
  },
}

/** `PATCH {path}/@lock` restarts the timeout of the lock. */
export const refreshLock: Operation<JsonObject, LockPayload> = {
  permission: permission.modify,
  async run(context, body) {
    readLockOptions(body)
    const stored = await storedLock(context)
    const lock = activeLock(stored, context.now)
    return lock ? answerChanged(context, stored, { ...lock, created: context.now }) : answerUnchanged(context, stored)
  },
}

/**
 * `DELETE {path}/@lock` with `{force?: true}` releases the caller's lock. If `force` is set, it also releases a
 * stealable lock of another user.
 */
export const unlockContent: Operation<JsonObject, LockPayload> = {
  permission: permission.modify,
  async run(context, { force }) {
    const stored = await storedLock(context)
    const lock = activeLock(stored, context.now)
    const canRelease = lock && (holdsLock(context, lock) || (force === true && lock.stealable))
    return canRelease ? answerChanged(context, stored, null) : answerUnchanged(context, stored)
  },
}

/** Returns the stored lock, which may have expired, or undefined if the object is not locked or cannot be locked. */
const storedLock = async ({ reader, node, type }: RequestContext): Promise<Lock | undefined> =>
  type.lockable ? (await reader.locks([node.uid])).get(node.uid) : undefined

const answerUnchanged = (context: RequestContext, lock: Lock | undefined): Outcome<LockPayload> => ({
  answer: presentLock(context, context.lineage, lock),
})

function answerChanged(context: RequestContext, stored: Lock | undefined, lock: Lock | null): Outcome<LockPayload> {
  const answer = presentLock(context, context.lineage, lock ?? undefined)
  if (!context.type.lockable) return { answer }
  return { answer, change: { locks: [{ uid: context.node.uid, before: stored?.token ?? null, lock }] } }
}

type LockOptions = Pick<Lock, 'timeout' | 'stealable'>

const defaultTimeout = 600
const maxTimeout = 86_400

function readLockOptions({ timeout, stealable }: JsonObject): LockOptions {
  const seconds = timeout ?? defaultTimeout
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > maxTimeout)
    throw badRequest('lock.timeout', { limit: maxTimeout })
  if (typeof (stealable ?? true) !== 'boolean') throw badRequest('lock.stealable')
  return { timeout: seconds, stealable: stealable !== false }
}

function newLock({ environment, caller, now }: RequestContext, options: LockOptions): Lock {
  const creator = userIdOf(caller)
  const creatorName = caller.kind === 'member' ? caller.fullname || caller.id : ''
  return { token: hexOf(environment.randomBytes(16)), creator, creatorName, created: now, ...options }
}
