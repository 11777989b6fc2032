import type { LockPayload } from '../../answers/lock.js'
import { activeLock, type Lock } from '../../content/store/locks.js'
import { DomainError } from '../../foundation/domainError.js'
import { hexOf } from '../../foundation/hex.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import { presentLock } from '../present/presentLock.js'
import type { Operation, Outcome } from '../run/operation.js'
import type { Visit } from '../run/visit.js'
import { holdsLock } from '../write/refuseLocked.js'

/** `GET {path}/@lock` (docs/content-and-access.md, Locks): the `lock` of the payload of an object. */
export const getLock: Operation<undefined, LockPayload> = {
  permission: permission.view,
  run: async visit => ({ answer: presentLock(visit, visit.lineage, await storedLock(visit)) }),
}

/**
 * `POST {path}/@lock`, `{stealable?: true, timeout?: 600}`: acquires a free lock; an existing one is returned
 * unchanged. Throws a DomainError (`bad-request`) for an invalid timeout or `stealable`.
 */
export const lockContent: Operation<JsonObject, LockPayload> = {
  permission: permission.modify,
  async run(visit, body) {
    const wish = readWish(body)
    const stored = await storedLock(visit)
    return activeLock(stored, visit.now) ? unchanged(visit, stored) : change(visit, stored, newLock(visit, wish))
  },
}

/** `PATCH {path}/@lock`: restarts the timeout of the lock. */
export const refreshLock: Operation<JsonObject, LockPayload> = {
  permission: permission.modify,
  async run(visit, body) {
    readWish(body)
    const stored = await storedLock(visit)
    const lock = activeLock(stored, visit.now)
    return lock ? change(visit, stored, { ...lock, created: visit.now }) : unchanged(visit, stored)
  },
}

/**
 * `DELETE {path}/@lock`, `{force?: true}`: releases the caller's lock, and with `force` also a stealable lock of
 * another user.
 */
export const unlockContent: Operation<JsonObject, LockPayload> = {
  permission: permission.modify,
  async run(visit, { force }) {
    const stored = await storedLock(visit)
    const lock = activeLock(stored, visit.now)
    const mayEnd = lock && (holdsLock(visit, lock) || (force === true && lock.stealable))
    return mayEnd ? change(visit, stored, null) : unchanged(visit, stored)
  },
}

/** The lock of the object, possibly expired; undefined if there is none, or if the type is not lockable. */
async function storedLock({ reader, node, type }: Visit): Promise<Lock | undefined> {
  return type.lockable ? (await reader.locks([node.uid])).get(node.uid) : undefined
}

const unchanged = (visit: Visit, lock: Lock | undefined): Outcome<LockPayload> => ({
  answer: presentLock(visit, visit.lineage, lock),
})

function change(visit: Visit, stored: Lock | undefined, lock: Lock | null): Outcome<LockPayload> {
  const answer = presentLock(visit, visit.lineage, lock ?? undefined)
  if (!visit.type.lockable) return { answer }
  return { answer, change: { locks: [{ uid: visit.node.uid, before: stored?.token ?? null, lock }] } }
}

type Wish = Pick<Lock, 'timeout' | 'stealable'>

const usualTimeout = 600
const maxTimeout = 86_400

function readWish({ timeout, stealable }: JsonObject): Wish {
  const seconds = timeout ?? usualTimeout
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > maxTimeout)
    throw new DomainError('bad-request', message('lock.timeout', { limit: maxTimeout }))
  if (typeof (stealable ?? true) !== 'boolean') throw new DomainError('bad-request', message('lock.stealable'))
  return { timeout: seconds, stealable: stealable !== false }
}

function newLock({ environment, caller, now }: Visit, wish: Wish): Lock {
  const creator = userIdOf(caller)
  const creatorName = caller.kind === 'member' ? caller.fullname || caller.id : ''
  return { token: hexOf(environment.randomBytes(16)), creator, creatorName, created: now, ...wish }
}
