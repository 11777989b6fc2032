import { objectOf, withObject } from '../../content/node/node.js'
import { formatQualifiedState } from '../../content/node/qualifiedState.js'
import type { EntryUpdate, NodeUpdate } from '../../content/store/change.js'
import { countsDays, hasTimers } from '../../workflow/timers.js'
import { openEach, scanMany } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'
import { reindexingOf, updateOf } from '../write/changes.js'

/**
 * Starts the timers of objects that entered their states before the workflow had timed transitions, and returns the
 * number of these objects. A timer starts at the last workflow record, or now if no record exists. Also updates the
 * index of all timed transitions.
 */
export const repairTimers: Operation<undefined, number> = {
  ...administration,
  async run(context) {
    const updates: NodeUpdate[] = []
    const entries: EntryUpdate[] = []
    const values = timedStates(context)
    if (values.length === 0) return { answer: 0 }
    const where = [{ kind: 'any', index: 'workflow_states', values } as const]
    for await (const hits of (await scanMany(context, { principals: 'system', where })).chunks)
      for (const [, lineage] of await openEach(context, hits)) {
        const entered = await missingTimes(context, objectOf(lineage))
        const node = { ...objectOf(lineage), entered: { ...objectOf(lineage).entered, ...entered } }
        if (Object.keys(entered).length > 0) updates.push(updateOf(context.environment, withObject(lineage, node)))
        else entries.push(reindexingOf(context.environment, lineage))
      }
    const isEmpty = updates.length + entries.length === 0
    return isEmpty ? { answer: 0 } : { answer: updates.length, change: { updates, entries } }
  },
}

const timedStates = ({ environment }: RequestContext): readonly string[] =>
  [...environment.workflows.definitions.values()]
    .filter(hasTimers)
    .flatMap(({ id, states }) => states.map(state => formatQualifiedState({ workflow: id, state: state.id })))

async function missingTimes(
  context: RequestContext,
  node: RequestContext['node'],
): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number> = {}
  for (const definition of chainIn(context, node)) {
    if (node.entered?.[definition.id] !== undefined || !countsDays(node, definition)) continue
    times[definition.id] = (await context.reader.lastRecord(node.uid, definition.id))?.time ?? context.now
  }
  return times
}
