import type { ContentNode, Lineage } from '../../content/node/node.js'
import type { EntryUpdate, NodeUpdate } from '../../content/store/change.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { withVisitorsPreserved } from '../../poll/pollEffects.js'
import { samePermissions } from '../../security/permissions.js'
import { permissionsIn } from '../../workflow/attemptTransition.js'
import { currentState } from '../../workflow/chain.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'
import { reindexingOf, updateOf } from '../write/changes.js'

/**
 * Resets the permissions of all objects to those of their current workflow states, and returns the number of changed
 * objects. If several workflows in a chain manage a permission, the last workflow determines which roles have it
 * (docs/workflow-and-history.md, Permissions of states). Also updates the catalog entries of the descendants.
 */
export const repairPermissions: Operation<undefined, number> = {
  ...administration,
  async run(context) {
    const { updates, entries } = await repair(context)
    return updates.length === 0 ? { answer: 0 } : { answer: updates.length, change: { updates, entries } }
  },
}

interface Repair {
  readonly updates: NodeUpdate[]
  readonly entries: EntryUpdate[]
  readonly processed: Map<string, { readonly lineage: Lineage; readonly isRepaired: boolean }>
}

async function repair({ environment, reader, task }: RequestContext): Promise<Repair> {
  const repair: Repair = { updates: [], entries: [], processed: new Map() }
  for await (const node of eachOf(reader.subtree(rootPath), task)) {
    repairOne(environment, node, repair)
  }
  return repair
}

function repairOne(environment: Environment, node: ContentNode, { processed, updates, entries }: Repair): void {
  const above = node.path === rootPath ? undefined : processed.get(parentPath(node.path))
  const permissions = permissionsOf(environment, node)
  const isChanged = !samePermissions(permissions, node.permissions)
  const lineage = [...(above?.lineage ?? []), isChanged ? { ...node, permissions } : node]
  const isRepaired = isChanged || above?.isRepaired === true
  processed.set(node.path, { lineage, isRepaired })
  if (!isRepaired) return
  if (isChanged) updates.push(updateOf(environment, lineage))
  else entries.push(reindexingOf(environment, lineage))
}

export function permissionsOf(environment: Environment, node: ContentNode): ContentNode['permissions'] {
  const statePermissions = chainIn({ environment }, node).reduce(
    (permissions, definition) => permissionsIn(definition, currentState(node, definition), permissions),
    node.permissions,
  )
  return withVisitorsPreserved(statePermissions, node.permissions)
}
