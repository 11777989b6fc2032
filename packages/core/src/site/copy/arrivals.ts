import type { RegisteredType } from '../../content/model/model.js'
import type { Lineage } from '../../content/node/lineage.js'
import type { NodeUpdate } from '../../content/store/contentStore.js'
import { type AddRefusal, addRefusal, sponsorsDatabaseType } from '../../event/addRules.js'
import { entriesOfEvent } from '../../event/entriesOfEvent.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { may, type Visit } from '../run/visit.js'
import { isAllowedIn } from '../write/addProblem.js'
import { claimEvent } from '../write/claimEvent.js'

/** Judges objects that come into the object or below it, one after another. */
export interface Arrivals {
  /**
   * `containers` as they will be. Throws a DomainError (`forbidden`) for what may not be added (docs/schedule.md, What
   * may be added where).
   */
  judge(type: RegisteredType, containers: Lineage): void
  /** What has to be written so that no other one of what may be there once comes at the same time. */
  claims(): readonly NodeUpdate[]
}

/** Of the objects that are there now, those with the UIDs `leaving` do not count. */
export async function judgeArrivals(visit: Visit, leaving: ReadonlySet<string> = new Set()): Promise<Arrivals> {
  const event = eventRootOf(visit.lineage)
  const withDatabase = new Set<string>()
  if (event && (await hasSponsorsDatabase(visit, leaving))) withDatabase.add(event.uid)
  let isClaimed = false
  return {
    judge: (type, containers) => {
      const own = eventRootOf(containers)?.uid ?? ''
      const hasDatabase = withDatabase.has(own)
      const refusal =
        refusalOfType(visit, type, containers) ??
        addRefusal({ type, lineage: containers, hasSponsorsDatabase: hasDatabase })
      if (refusal) throw new DomainError('forbidden', message(`type.${refusal}`, { type: type.id }))
      if (type.id !== sponsorsDatabaseType) return
      withDatabase.add(own)
      isClaimed ||= own === event?.uid
    },
    claims: () => (isClaimed ? claimEvent(visit) : []),
  }
}

/** Where an object comes into a container of its own, that has taken it before. */
function refusalOfType(visit: Visit, type: RegisteredType, containers: Lineage): AddRefusal | null {
  if (containers.length === visit.lineage.length && !isAllowedIn(visit.type, type)) return 'not-here'
  return may(visit, type.addPermission) ? null : 'not-allowed'
}

async function hasSponsorsDatabase({ lineage, reader, work }: Visit, leaving: ReadonlySet<string>): Promise<boolean> {
  const event = eventRootOf(lineage)
  if (!event) return false
  const found = await entriesOfEvent([sponsorsDatabaseType], event, { reader, turn: work, principals: 'system' })
  return found.some(({ uid }) => !leaving.has(uid))
}
