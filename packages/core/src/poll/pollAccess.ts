import { anonymous, type Caller } from '../security/caller.js'
import { holdsPermission, type Lineage, type SitePermissions } from '../security/permissions.js'
import { permission } from '../security/stockPermissions.js'
import type { VotingRules } from './poll.js'

/**
 * Whether somebody holds what voting takes: the permission to vote and, beside it, View (docs/polls.md, Who may vote).
 */
export function holdsVote(access: { caller: Caller; lineage: Lineage; site: SitePermissions }): boolean {
  return holdsPermission(permission.vote, access) && holdsPermission(permission.view, access)
}

/**
 * Whether an open poll would take votes of visitors, but they cannot cast them: because of what contains the poll now
 * or did when it was opened. The same for every caller (docs/polls.md, Who may vote).
 */
export function anonymousBlocked(
  { state, allowAnonymous }: VotingRules,
  { lineage, site }: { lineage: Lineage; site: SitePermissions },
): boolean {
  return state === 'open' && allowAnonymous && !holdsVote({ caller: anonymous, lineage, site })
}
