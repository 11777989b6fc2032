import type { Lineage } from '../content/node/lineage.js'
import type { ContentNode } from '../content/node/node.js'
import type { ClearedBallots } from '../content/store/contentStore.js'
import { rootPath } from '../foundation/paths.js'
import { type PermissionMap, rolesAllowed, type SitePermissions } from '../security/permissions.js'
import { permission } from '../security/stockPermissions.js'
import { pollOf } from './poll.js'

export interface PollMove {
  /** As its workflow has left it. */
  readonly node: ContentNode
  /** What contains it, the site root first. */
  readonly containers: Lineage
  /** The transitions that it went through, in this order. */
  readonly transitions: readonly string[]
  readonly site: SitePermissions
}

export interface PollEffects {
  readonly node: ContentNode
  /** Votes and voters that are to be forgotten. */
  readonly clearBallots: readonly ClearedBallots[]
}

/** What a move of a poll brings beside its new state (docs/polls.md, Who may vote, rule 2). */
export function pollEffects(move: PollMove): PollEffects {
  const { node, transitions } = move
  const permissions = opensToVisitors(move) ? withVisitors(node.permissions) : node.permissions
  const options = pollOf(node).options.map(({ option_id }) => option_id)
  const clearBallots = transitions.includes('reject') ? [{ poll: node.uid, options }] : []
  return { node: { ...node, permissions }, clearBallots }
}

/** Judged at the moment of opening only: what becomes of the containers later changes nothing until the next one. */
function opensToVisitors({ node, containers, transitions, site }: PollMove): boolean {
  if (transitions.at(-1) !== 'open' || !pollOf(node).allowAnonymous) return false
  return containers.at(-1)?.path === rootPath || rolesAllowed(permission.view, containers, site).has('Anonymous')
}

/** What a repair of permissions gives a poll: whether visitors may vote was judged when it was opened, and stays. */
export function withVisitorsAsBefore(repaired: PermissionMap, before: PermissionMap): PermissionMap {
  const mayVote = (map: PermissionMap) => map[permission.vote]?.roles ?? []
  const keeps = mayVote(before).includes('Anonymous') && mayVote(repaired).length > 0
  return keeps ? withVisitors(repaired) : repaired
}

function withVisitors(permissions: PermissionMap): PermissionMap {
  const roles = permissions[permission.vote]?.roles ?? []
  return { ...permissions, [permission.vote]: { roles: [...roles, 'Anonymous'], acquired: false } }
}
