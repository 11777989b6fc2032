import { formatInstant, type JsonObject } from '@plenum/core'
import type { WorkflowRecord } from '@plenum/core/ports'

/** The records of an object by workflow, in chronological order. */
export function exportedHistory(
  records: readonly WorkflowRecord[],
  stateKeys: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly JsonObject[]>> {
  const byWorkflow: Record<string, JsonObject[]> = {}
  for (const { workflow, action, actor, comments, time, state, variables = {} } of records) {
    const stateKey = stateKeys.get(workflow) ?? 'review_state'
    byWorkflow[workflow] ??= []
    byWorkflow[workflow].push({ ...variables, action, actor, comments, time: formatInstant(time), [stateKey]: state })
  }
  return byWorkflow
}
