import type { ContentNode, Lineage } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import { parentPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import type { RequestContext } from '../run/requestContext.js'
import { expectMany, reindexingOf, updateOf } from '../write/changes.js'
import type { TransitionWithEffects } from './attemptTransitionAt.js'
import { judgeConflicts } from './judgeConflicts.js'

type TransitionChange = Required<Pick<Change, 'updates' | 'entries' | 'sizes' | 'clearBallots'>>

type DecideBelow = (lineage: Lineage) => TransitionWithEffects | undefined

/**
 * Returns the change for the descendants of an object whose state changes. The last object of `changedLineage` is the
 * object with the new state. All descendants get new catalog entries, because their visibility may change. `decide` can
 * also return a transition for each descendant (docs/workflow-and-history.md, Transitions with children).
 */
export async function transitionSubtree(
  context: RequestContext,
  changedLineage: Lineage,
  decide: DecideBelow,
): Promise<TransitionChange> {
  const { reader, task } = context
  const above = context.node.path
  const change: MutableChange = { updates: [], entries: [], sizes: [], clearBallots: [] }
  if (context.type.contains === null) return change
  if ((await expectMany(context, above)) === 0) return { ...change, sizes: [{ path: above, size: 1 }] }
  const lineages = new Map<string, Lineage>([[above, changedLineage]])
  for await (const node of eachOf(reader.subtree(above), task)) {
    if (node.path === above) continue
    const containers = lineages.get(parentPath(node.path)) ?? []
    await judgeConflicts(context, [...containers, node])
    lineages.set(node.path, transitionOne(context, { containers, node, decide }, change))
  }
  const size = change.updates.length + change.entries.length + 1
  return { ...change, sizes: [{ path: above, size }] }
}

type MutableChange = { [Key in keyof TransitionChange]: TransitionChange[Key][number][] }

interface Below {
  readonly containers: Lineage
  readonly node: ContentNode
  readonly decide: DecideBelow
}

function transitionOne({ environment, slotVerdicts }: RequestContext, below: Below, change: MutableChange): Lineage {
  const { containers, node, decide } = below
  const outcome = decide([...containers, node])
  const lineage = [...containers, outcome?.node ?? node]
  if (!outcome) change.entries.push(reindexingOf(environment, lineage))
  else {
    slotVerdicts.changed.set(node.uid, outcome.node)
    change.updates.push(updateOf(environment, lineage, { records: outcome.records, before: node }))
    change.clearBallots.push(...outcome.clearBallots)
  }
  return lineage
}
