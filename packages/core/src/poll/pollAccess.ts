import { anonymous, type Caller } from '../security/caller.js'
import { holdsPermission, type Lineage, permission, type SitePermissions } from '../security/permissions.js'
import type { VotingRules } from './poll.js'

/** Whether a caller has both permissions that voting requires: Vote and View (docs/polls.md, Voters). */
export const holdsVote = (access: { caller: Caller; lineage: Lineage; site: SitePermissions }): boolean =>
  holdsPermission(permission.vote, access) && holdsPermission(permission.view, access)

/**
 * Whether visitors cannot vote in an open poll that allows anonymous votes, because its container is not public, or was
 * not public when the poll was opened. The result is the same for all callers (docs/polls.md, Voters).
 */
export function anonymousBlocked(
  { state, allowAnonymous }: VotingRules,
  { lineage, site }: { lineage: Lineage; site: SitePermissions },
): boolean {
  return state === 'open' && allowAnonymous && !holdsVote({ caller: anonymous, lineage, site })
}
