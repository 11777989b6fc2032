import type { ScheduleConflict } from '@plenum/core/answers'

/** A conflict and its number in the list below the grid. */
export interface NumberedConflict {
  readonly conflict: ScheduleConflict
  readonly number: number
}

/** Returns the conflicts of each slot by the UID of the slot. */
export function conflictsByUid(
  conflicts: readonly ScheduleConflict[],
): ReadonlyMap<string, readonly NumberedConflict[]> {
  const byUid = new Map<string, NumberedConflict[]>()
  for (const [number, conflict] of conflicts.entries())
    for (const { UID } of conflict.slots) {
      const own = byUid.get(UID)
      if (own) own.push({ conflict, number })
      else byUid.set(UID, [{ conflict, number }])
    }
  return byUid
}
