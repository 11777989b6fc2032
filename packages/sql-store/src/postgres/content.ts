import type { ContentStore, StoreFacts } from '@plenum/core/ports'
import { createContentReader } from '../shared/content/contentReader.js'
import { type Connection, sql } from '../shared/sql.js'
import { ballotReader } from './ballots/readBallots.js'
import type { Readers } from './readers.js'
import { searchReads } from './search/search.js'

export function readersOfContent(readers: Readers) {
  const readerOn = createContentReader({ search: searchReads(), votes: ballotReader, facts: factsOf })
  const read: ContentStore['read'] = (task, knownState) =>
    readers.read(
      (connection, moment) => task(readerOn(connection, moment)),
      knownState && { stamp: knownState.content, votes: knownState.votes, invalidations: knownState.invalidations },
    )
  return { read, readerOn }
}

async function factsOf(connection: Connection): Promise<StoreFacts> {
  const row = await connection.row<{ readonly version: string; readonly bytes: number; readonly clock: number }>(sql`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock`)
  return { kind: `PostgreSQL ${row?.version ?? ''}`, bytes: row?.bytes ?? null, clock: row?.clock ?? null }
}
