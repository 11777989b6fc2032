import type { ContentNode, Lineage } from '../content/node/node.js'
import type { ClearedBallots } from '../content/store/change.js'
import { rootPath } from '../foundation/paths.js'
import { type PermissionMap, permission, rolesAllowed, type SitePermissions } from '../security/permissions.js'
import { pollOf } from './poll.js'

export interface PollTransition {
  /** The poll after the workflow transitions. */
  readonly node: ContentNode
  /** The poll's containers, the site root first. */
  readonly containers: Lineage
  /** The transitions that have run, in order. */
  readonly transitions: readonly string[]
  readonly site: SitePermissions
}

export interface PollEffects {
  readonly node: ContentNode
  /** The votes and voters to delete. */
  readonly clearBallots: readonly ClearedBallots[]
}

/**
 * The effects of a poll transition in addition to the new state: opening a poll can let visitors vote, and rejecting a
 * poll deletes its votes (docs/polls.md, Voters, rule 2).
 */
export function pollEffects(transition: PollTransition): PollEffects {
  const { node, transitions } = transition
  if (transitions.length === 0) return { node, clearBallots: [] }
  const permissions = opensToVisitors(transition) ? withVisitors(node.permissions) : node.permissions
  const options = pollOf(node).options.map(({ option_id }) => option_id)
  const clearBallots = transitions.includes('reject') ? [{ poll: node.uid, options }] : []
  return { node: { ...node, permissions }, clearBallots }
}

/**
 * Whether a transition lets visitors vote. Evaluated only when a poll is opened; later changes of its containers have
 * no effect until the poll is opened again.
 */
function opensToVisitors({ node, containers, transitions, site }: PollTransition): boolean {
  if (transitions.at(-1) !== 'open' || !pollOf(node).allowAnonymous) return false
  return containers.at(-1)?.path === rootPath || rolesAllowed(permission.view, containers, site).has('Anonymous')
}

/**
 * Adds the visitors' permission to vote, if opening the poll has granted it, to the repaired permissions of the poll.
 */
export function withVisitorsPreserved(repaired: PermissionMap, before: PermissionMap): PermissionMap {
  const voterRoles = (map: PermissionMap) => map[permission.vote]?.roles ?? []
  const hadVisitors = voterRoles(before).includes('Anonymous') && voterRoles(repaired).length > 0
  return hadVisitors ? withVisitors(repaired) : repaired
}

function withVisitors(permissions: PermissionMap): PermissionMap {
  const roles = permissions[permission.vote]?.roles ?? []
  return { ...permissions, [permission.vote]: { roles: [...roles, 'Anonymous'], acquired: false } }
}
