import type { NodeUpdate } from '../../content/store/contentStore.js'
import { eventRootOf } from '../../event/eventRoot.js'
import type { Visit } from '../run/visit.js'
import { updateOf } from './changes.js'

/**
 * Raises the revision of the event, so that two concurrent requests cannot both add what it may have only once. The
 * second one is judged again.
 */
export function claimEvent({ lineage, environment }: Pick<Visit, 'lineage' | 'environment'>): readonly NodeUpdate[] {
  const event = eventRootOf(lineage)
  return event ? [updateOf(environment, lineage.slice(0, lineage.indexOf(event) + 1))] : []
}
