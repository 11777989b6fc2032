import { catalogEntry } from '../content/catalogEntry.js'
import type { Change, ContentReader } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { parentPath, rootPath } from '../foundation/paths.js'
import { withVisitorsAsBefore } from '../poll/pollMoved.js'
import { samePermissions } from '../security/permissions.js'
import { currentState } from '../workflow/chain.js'
import { permissionsIn } from '../workflow/move.js'
import type { Environment } from './environment.js'
import { chainIn, type Lineage } from './moveContext.js'
import { untilCommitted } from './untilCommitted.js'

/**
 * Gives every object the permissions of the states that it is in, workflow after workflow of its chain: where several
 * manage one permission the last wins (decisions, section 2: Permission maps). What lies below gets new catalog
 * entries. Answers with the number of objects that had others.
 */
export function repairPermissions(environment: Environment): Promise<number> {
  return untilCommitted(environment, async reader => {
    const { updates, entries } = await repaired(environment, reader)
    return updates.length === 0 ? { answer: 0 } : { answer: updates.length, change: { updates, entries } }
  })
}

type Repair = Required<Pick<Change, 'updates' | 'entries'>>

async function repaired(given: Environment, reader: ContentReader): Promise<Repair> {
  const nodes = await reader.subtree(rootPath)
  const environment = given.at(nodes[0])
  const places = new Map<string, { readonly lineage: Lineage; readonly isRepaired: boolean }>()
  const updates: Repair['updates'][number][] = []
  const entries: Repair['entries'][number][] = []
  for (const node of nodes) {
    const above = node.path === rootPath ? undefined : places.get(parentPath(node.path))
    const permissions = permissionsOf(environment, node)
    const isChanged = !samePermissions(permissions, node.permissions)
    const lineage = [...(above?.lineage ?? []), isChanged ? { ...node, permissions } : node]
    const isRepaired = isChanged || above?.isRepaired === true
    places.set(node.path, { lineage, isRepaired })
    if (!isRepaired) continue
    const entry = catalogEntry(lineage, environment)
    if (isChanged) updates.push({ node: { ...node, permissions }, entry })
    else entries.push({ uid: node.uid, revision: node.revision, entry })
  }
  return { updates, entries }
}

function permissionsOf(environment: Environment, node: ContentNode): ContentNode['permissions'] {
  const ofStates = chainIn({ environment }, node).reduce(
    (permissions, definition) => permissionsIn(definition, currentState(node, definition), permissions),
    node.permissions,
  )
  return withVisitorsAsBefore(ofStates, node.permissions)
}
