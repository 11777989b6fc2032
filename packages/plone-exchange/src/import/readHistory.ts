import {
  type IncomingFinding,
  type IncomingRecord,
  type Instant,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseInstant,
} from '@plenum/core'
import type { VariableValue } from '@plenum/core/ports'
import { listIn, objectIn, problem, textIn } from './readingJson.js'
import { exactRecords, exactTime } from './readPlenumKeys.js'

export interface HistoryRead {
  readonly records: readonly IncomingRecord[]
  readonly findings: readonly IncomingFinding[]
}

/**
 * Returns the records of all workflows, in the order in which the file lists them. If the export contains Plenum's list
 * of exact times, and this list matches the records, restores their exact times and their order.
 */
export function readHistory(data: JsonObject, uid: string): HistoryRead {
  const { records, findings } = recordsIn(data.workflow_history, uid)
  return { records: exactly(records, exactRecords(data)), findings }
}

function exactly(
  records: readonly IncomingRecord[],
  exact: readonly (readonly [string, Instant])[],
): readonly IncomingRecord[] {
  const byWorkflow = new Map<string, IncomingRecord[]>()
  if (exact.length === 0) return records
  for (const record of records.toReversed()) {
    const list = byWorkflow.get(record.workflow)
    if (list) list.push(record)
    else byWorkflow.set(record.workflow, [record])
  }
  const ordered = exact.flatMap(([workflow, time]) => {
    const record = byWorkflow.get(workflow)?.pop()
    return record ? [{ ...record, time: exactTime(record.time, time) ?? record.time }] : []
  })
  return ordered.length === records.length ? ordered : records
}

function recordsIn(value: JsonValue | undefined, uid: string): HistoryRead {
  const records: IncomingRecord[] = []
  const findings: IncomingFinding[] = []
  for (const [workflow, list] of Object.entries(objectIn(value)))
    for (const [index, item] of listIn(list).entries()) {
      const record = isJsonObject(item) ? recordIn(workflow, item) : null
      if (record) records.push(record)
      else findings.push(problem('is not a workflow record', { uid, key: `workflow_history.${workflow}[${index}]` }))
    }
  return { records, findings }
}

function recordIn(workflow: string, { action, actor, comments, time, ...others }: JsonObject): IncomingRecord | null {
  const instant = parseInstant(textIn(time))
  if (instant === null) return null
  const values = Object.fromEntries(Object.entries(others).filter(isVariable))
  return {
    workflow,
    action: textIn(action) || null,
    actor: textIn(actor),
    comments: textIn(comments),
    time: instant,
    values,
  }
}

const isVariable = (entry: [string, JsonValue]): entry is [string, VariableValue] =>
  entry[1] === null || typeof entry[1] !== 'object'
