import type { ContentNode, Lineage } from '../content/node/node.js'
import type { ClearedBallots } from '../content/store/change.js'
import { rootPath } from '../foundation/paths.js'
import { type PermissionMap, permission, rolesAllowed, type SitePermissions } from '../security/permissions.js'
import { pollOf } from './poll.js'

export interface PollTransition {
  readonly node: ContentNode
  readonly containers: Lineage
  readonly transitions: readonly string[]
  readonly site: SitePermissions
}

export interface PollEffects {
  readonly node: ContentNode
  readonly clearBallots: readonly ClearedBallots[]
}

/**
 * Returns the effects that a poll transition has in addition to the new state. Opening a poll can allow visitors to
 * vote (docs/polls.md, Voters, rule 2). Rejecting a poll deletes its votes (docs/polls.md, States and transitions, rule
 * 6).
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
 * Whether opening a poll allows visitors to vote. This condition is evaluated only when the poll is opened, so later
 * changes to the containers of the poll have no effect until the poll is opened again.
 */
function opensToVisitors({ node, containers, transitions, site }: PollTransition): boolean {
  if (transitions.at(-1) !== 'open' || !pollOf(node).allowAnonymous) return false
  return containers.at(-1)?.path === rootPath || rolesAllowed(permission.view, containers, site).has('Anonymous')
}

/**
 * Returns the repaired permissions of a poll. If visitors were allowed to vote in the poll before the repair, they
 * remain allowed to vote.
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
