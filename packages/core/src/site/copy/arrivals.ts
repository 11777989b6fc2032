import type { RegisteredType } from '../../content/model/model.js'
import type { Lineage } from '../../content/node/lineage.js'
import type { NodeUpdate } from '../../content/store/change.js'
import { type AddRefusal, addRefusal, sponsorsDatabaseType } from '../../event/addRules.js'
import { eventQuery } from '../../event/eventQuery.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { scanFew } from '../run/scanMany.js'
import { isAllowedIn } from '../write/addProblem.js'
import { claimEvent } from '../write/claimEvent.js'

/** Checks objects that are added to the addressed object or below it, in sequence. */
export interface Arrivals {
  /**
   * `containers` as they will be after the change. Throws a DomainError (`forbidden`) for a type that is not allowed
   * there (docs/schedule.md, Allowed types).
   */
  judge(type: RegisteredType, containers: Lineage): void
  /** Writes that make a concurrent second addition conflict, for types allowed once. */
  claims(): readonly NodeUpdate[]
}

/** Existing objects with UIDs in `leaving` are ignored. */
export async function judgeArrivals(
  context: RequestContext,
  leaving: ReadonlySet<string> = new Set(),
): Promise<Arrivals> {
  const event = eventRootOf(context.lineage)
  const withDatabase = new Set<string>()
  if (event && (await hasSponsorsDatabase(context, leaving))) withDatabase.add(event.uid)
  let isClaimed = false
  return {
    judge: (type, containers) => {
      const eventUid = eventRootOf(containers)?.uid ?? ''
      const hasDatabase = withDatabase.has(eventUid)
      const refusal =
        refusalOfType(context, type, containers) ??
        addRefusal({ type, lineage: containers, hasSponsorsDatabase: hasDatabase })
      if (refusal) throw new DomainError('forbidden', message(`type.${refusal}`, { type: type.id }))
      if (type.id !== sponsorsDatabaseType) return
      withDatabase.add(eventUid)
      isClaimed ||= eventUid === event?.uid
    },
    claims: () => (isClaimed ? claimEvent(context) : []),
  }
}

/**
 * Checked only for direct children of the addressed object: deeper ones keep their container, which has accepted them
 * before.
 */
function refusalOfType(context: RequestContext, type: RegisteredType, containers: Lineage): AddRefusal | null {
  if (containers.length === context.lineage.length && !isAllowedIn(context.type, type)) return 'not-here'
  return hasPermission(context, type.addPermission) ? null : 'not-allowed'
}

async function hasSponsorsDatabase(context: RequestContext, leaving: ReadonlySet<string>): Promise<boolean> {
  const event = eventRootOf(context.lineage)
  if (!event) return false
  const entries = await scanFew(context, eventQuery([sponsorsDatabaseType], event, { principals: 'system' }))
  return entries.some(({ uid }) => !leaving.has(uid))
}
