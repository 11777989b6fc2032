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

/** Checks objects that are added to the addressed object or below it, in sequence. */
export interface Arrivals {
  /**
   * `containers` as they will be after the change. Throws a DomainError (`forbidden`) for a type that is not allowed
   * there (docs/schedule.md, What may be added where).
   */
  judge(type: RegisteredType, containers: Lineage): void
  /** Writes that make a concurrent second addition conflict, for types allowed once. */
  claims(): readonly NodeUpdate[]
}

/** Existing objects with UIDs in `leaving` are ignored. */
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

/**
 * Checked only for direct children of the addressed object: deeper ones keep their container, which has accepted them
 * before.
 */
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
