import { hasBehavior } from '../../content/model/model.js'
import type { Condition } from '../../content/store/catalog.js'
import type { PublishedSlot, SessionKey } from '../../event/publishedContent.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { wallClockIn } from '../../foundation/wallClock.js'
import { isPresenter } from '../run/personIds.js'
import type { RequestContext } from '../run/requestContext.js'
import type { WithdrawnSession } from './withdrawnSessions.js'

/** The criteria for slots. Criteria that are null or omitted are ignored. */
export interface ProgrammeInput {
  /** A date in the event's time zone, such as `2027-05-01`. Selects slots that begin on this day. */
  readonly day: string | null
  readonly room: string | null
  /** Whether to include data that only schedule apps need: session keys, links and files. */
  readonly forApps?: boolean
  /** The numbers of the selected sessions (see `SessionKey`). Defaults to all sessions. */
  readonly only?: readonly number[] | null
}

export function choiceOf({ day, only }: ProgrammeInput, sessions: readonly SessionKey[], zone: string) {
  const wallClock = wallClockIn(zone)
  const numbers = new Set(only ?? [])
  const uids = new Set(sessions.flatMap(({ uid, number }) => (numbers.has(number) ? uid : [])))
  return ({ start, uid }: Pick<PublishedSlot, 'start' | 'uid'>): boolean =>
    (day === null || wallClock(start).day === day) && (!only || uids.has(uid))
}

export const isPart = (context: RequestContext): boolean => isSlot(context) || isPresenter(context, context.node)

const isSlot = ({ node, environment: { registry } }: RequestContext): boolean =>
  hasBehavior(registry.type(node.type), scheduleBehavior)

export function conditionsOf(context: RequestContext, { room }: ProgrammeInput): readonly Condition[] {
  const index = isSlot(context) ? 'UID' : 'presenters'
  const own: readonly Condition[] = isPart(context) ? [{ kind: 'any', index, values: [context.node.uid] }] : []
  return room === null ? own : [...own, { kind: 'any', index: 'slot_room', values: [room] }]
}

/**
 * Whether a withdrawn session meets the criteria that `conditionsOf` defines for searches. This check is needed because
 * searches cannot find withdrawn sessions.
 */
export function isAt(
  context: RequestContext,
  { room }: ProgrammeInput,
  { uid, withdrawal }: WithdrawnSession,
): boolean {
  const own = isSlot(context) ? [uid] : withdrawal.presenters
  return (!isPart(context) || own.includes(context.node.uid)) && (room === null || withdrawal.rooms.includes(room))
}
