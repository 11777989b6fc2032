import { hitsFor } from '../../content/catalog/workingColumns.js'
import { typesWith } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import { limitsOf } from '../../event/conflictSlots.js'
import { type Conflict, type ConflictSlot, conflictSteps } from '../../event/conflicts.js'
import { eventQuery } from '../../event/eventQuery.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { isShownSlot, slotQuery } from '../../event/slotQuery.js'
import { inSteps, type TimeSlice } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import type { Environment } from '../run/environment.js'
import { readNodes, scanFew } from '../run/openEach.js'

export interface SlotOfHit extends ConflictSlot {
  readonly hit: SearchHit
}

interface ProgrammeSource {
  readonly environment: Pick<Environment, 'registry'>
  readonly reader: ContentReader
  readonly task: TimeSlice
}

/**
 * Returns all conflicts in the schedule of an event, including conflicts between slots that the caller may not view.
 */
export async function programmeConflicts(
  source: ProgrammeSource,
  event: ContentNode,
): Promise<readonly Conflict<SlotOfHit>[]> {
  const { environment } = source
  const types = typesWith(environment.registry, scheduleBehavior)
  const hits = await scanFew(source, slotQuery(event, { types, principals: 'system', where: [] }))
  return conflictsAmong(source, event, {
    hits: hitsFor(hits, 'system').filter(isShownSlot(event)),
    checksAvailability: true,
  })
}

interface SlotsToCheck {
  readonly hits: readonly SearchHit[]
  /**
   * Whether the result includes slots outside the availability of presenters. Only editors may know the availability.
   */
  readonly checksAvailability: boolean
}

export async function conflictsAmong(
  source: ProgrammeSource,
  event: ContentNode,
  { hits, checksAvailability }: SlotsToCheck,
): Promise<readonly Conflict<SlotOfHit>[]> {
  const { task } = source
  const rooms = await scanFew(source, eventQuery(['Room'], event, { principals: 'system' }))
  const slots = await inSteps(mapInSteps(hits, slotOfHit), task)
  const persons = checksAvailability ? new Set(slots.flatMap(slot => slot.persons)) : []
  const presenters = await readNodes(source, [...persons])
  const tokens = rooms.map(({ uid }) => ({ token: uid, title: '' }))
  return inSteps(conflictSteps(slots, tokens, limitsOf(event, presenters)), task)
}

export function slotOfHit(hit: SearchHit): SlotOfHit {
  const { path, type, columns } = hit
  const instant = (value: unknown) => (typeof value === 'number' ? value : null)
  const tokens = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const [start, end] = [instant(columns.start), instant(columns.end)]
  return { hit, path, type, start, end, rooms: tokens(columns.room), persons: tokens(columns.presenters) }
}
