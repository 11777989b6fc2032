import type { ContentNode, WorkflowRecord } from '../../content/node/node.js'
import type { VersionMeta } from '../../content/store/versions.js'
import type { HistoryProblem } from './finding.js'

interface Timed {
  readonly time: number
}

interface History {
  readonly node: Pick<ContentNode, 'states'>
  readonly records: readonly WorkflowRecord[]
  readonly versions: readonly VersionMeta[]
}

/** The problems of the history of an object (docs/content-and-access.md, Versions). */
export function historyProblems({ node, records, versions }: History): readonly HistoryProblem[] {
  const problems: readonly (readonly [HistoryProblem, boolean])[] = [
    ['times', goesBack(records) || goesBack(versions)],
    ['numbers', versions.some(({ number }, i) => number !== i)],
    ['records', versions.some(version => version.records > records.length) || goesBack(versions.map(recordsAsTime))],
    ['state', !endsIn(node.states, records)],
  ]
  return problems.flatMap(([problem, isThere]) => (isThere ? [problem] : []))
}

const recordsAsTime = ({ records }: VersionMeta): Timed => ({ time: records })

const goesBack = (items: readonly Timed[]): boolean =>
  items.some(({ time }, i) => time < (items[i - 1]?.time ?? Number.NEGATIVE_INFINITY))

/** Whether the last record of each workflow matches the state of the object. */
function endsIn(states: ContentNode['states'], records: readonly WorkflowRecord[]): boolean {
  const last = new Map(records.map(({ workflow, state }) => [workflow, state]))
  return [...last].every(([workflow, state]) => (states[workflow] ?? state) === state)
}
