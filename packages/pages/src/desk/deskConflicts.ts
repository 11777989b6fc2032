import type { ScheduleConflict } from '@plenum/core/answers'

export interface NumberedConflict {
  readonly conflict: ScheduleConflict
  readonly number: number
}

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
