import type { ContentNode } from '../../content/node/node.js'
import { type Environment, readRoot } from '../run/environment.js'

export const retentionFields = { days: 'change_feed_days', events: 'change_feed_events' } as const

export const defaultRetention = { days: 90, events: 1_000_000 } as const

const day = 24 * 60 * 60 * 1000

function retentionOf(root: ContentNode | undefined): { readonly days: number; readonly events: number } {
  const { [retentionFields.days]: days, [retentionFields.events]: events } = root?.fields ?? {}
  return {
    days: typeof days === 'number' ? days : defaultRetention.days,
    events: typeof events === 'number' ? events : defaultRetention.events,
  }
}

const deletedAtOnce = 1000

/**
 * Deletes expired events (docs/change-feed.md, Retention) and expired pending uploads. Resolves to true if more expired
 * events may remain. Writes only if data have expired.
 */
export async function trimChanges(
  environment: Pick<Environment, 'store' | 'now' | 'pendingUploads'>,
): Promise<boolean> {
  await environment.pendingUploads?.removeExpired(environment.now())
  const { days, events: count } = retentionOf(await readRoot(environment))
  const retention = { before: environment.now() - days * day, count }
  const hasExpired = await environment.store.read(async reader => {
    const [oldest] = await reader.events({ limit: 1 })
    const { newest } = await reader.feedState()
    if (!oldest || oldest.event.position === newest) return false
    return oldest.event.time < retention.before || newest - oldest.event.position + 1 > count
  })
  return hasExpired && (await environment.store.trimEvents(retention, deletedAtOnce)) === deletedAtOnce
}
