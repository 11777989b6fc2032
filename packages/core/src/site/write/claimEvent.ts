import type { NodeUpdate } from '../../content/store/change.js'
import { eventRootOf } from '../../event/eventRoot.js'
import type { RequestContext } from '../run/requestContext.js'
import { updateOf } from './changes.js'

/**
 * Increments the revision of the event, so that of two concurrent requests that add a type allowed once, one conflicts.
 * It is then retried and checked again.
 */
export function claimEvent({
  lineage,
  environment,
}: Pick<RequestContext, 'lineage' | 'environment'>): readonly NodeUpdate[] {
  const event = eventRootOf(lineage)
  return event ? [updateOf(environment, lineage.slice(0, lineage.indexOf(event) + 1))] : []
}
