import type { ContentReader, ContentStore, Principals, StoreFacts } from '@plenum/core/ports'
import { createReadCache, type ReadCache } from '../shared/cache/readCache.js'
import type { Connection } from '../shared/connection.js'
import { contentReader, type Moment } from '../shared/content/contentReader.js'
import { ballotReader } from './ballots/readBallots.js'
import type { Readers } from './readers.js'
import { createExclusionLists, type ExclusionLists } from './search/exclusionLists.js'
import { createKinds, type KindsFor } from './search/kinds.js'
import { catalogReader } from './search/search.js'

/** Reads of content, whose results are cached in the process for all readers. */
export interface ContentReaders extends Pick<ContentStore, 'read'> {
  /** A reader of the content over a connection with a snapshot. */
  readerOn(connection: Connection, moment: Moment): ContentReader
}

export function readersOfContent(readers: Readers): ContentReaders {
  const caches = { cache: createReadCache(), kindsFor: createKinds(), exclusions: createExclusionLists() }
  const readerOn: ContentReaders['readerOn'] = (connection, moment) => readerOf(connection, moment, caches)
  return {
    readerOn,
    read: (task, knownState) =>
      readers.read(
        (connection, moment) => task(readerOn(connection, moment)),
        knownState && { stamp: knownState.content, votes: knownState.votes, invalidations: knownState.invalidations },
      ),
  }
}

interface ReadCaches {
  readonly cache: ReadCache
  readonly kindsFor: KindsFor
  readonly exclusions: ExclusionLists
}

function readerOf(connection: Connection, moment: Moment, { cache, kindsFor, exclusions }: ReadCaches): ContentReader {
  const kinds = (principals: Principals) => kindsFor(connection, moment.stamp, principals)
  const catalog = { connection, exclusions, kinds }
  return contentReader(connection, {
    moment,
    cache,
    engineReads: { catalog: catalogReader(catalog), votes: ballotReader(connection), facts: () => factsOf(connection) },
  })
}

async function factsOf(connection: Connection): Promise<StoreFacts> {
  const row = await connection.row<{ readonly version: string; readonly bytes: number; readonly clock: number }>({
    text: `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock`,
    values: [],
  })
  return { kind: `PostgreSQL ${row?.version ?? ''}`, bytes: row?.bytes ?? null, clock: row?.clock ?? null }
}
