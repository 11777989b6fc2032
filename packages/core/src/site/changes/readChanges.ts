import type { FeedItem } from '../../changeFeed/events.js'
import { rootPath } from '../../foundation/paths.js'
import type { Environment } from '../run/environment.js'
import { readCursors } from './cursors.js'

export interface ChangesOptions {
  /** The cursor of the last event that was read. Defaults to the position before the oldest stored event. */
  readonly since?: string | undefined
}

const eventsAtOnce = 500

/**
 * Yields the events of the change feed, oldest first, without a permission check. The generator ends after the newest
 * event. Throws a DomainError `bad-request` if `since` is not a cursor, and a DomainError `changes-expired` if events
 * after `since` have been deleted or the cursor is from another database. The detail `restart` of `changes-expired` is
 * the cursor after the newest event.
 */
export async function* readChanges(
  environment: Pick<Environment, 'store' | 'hmac'>,
  { since }: ChangesOptions,
): AsyncGenerator<FeedItem> {
  for (let cursor = since; ; ) {
    const batch = await readBatch(environment, cursor)
    yield* batch
    cursor = batch.at(-1)?.cursor
    if (batch.length < eventsAtOnce || cursor === undefined) return
  }
}

const readBatch = (
  environment: Pick<Environment, 'store' | 'hmac'>,
  since: string | undefined,
): Promise<readonly FeedItem[]> =>
  environment.store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    const cursors = await readCursors(environment, reader, root)
    const after = since === undefined ? 0 : await cursors.positionOf(since)
    const events = await reader.events({ after, limit: eventsAtOnce })
    return events.map(event => ({ ...event.event, cursor: cursors.after(event) }))
  })
