import type { ContentReader, ContentStore, Principals, StoreFacts } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { contentReader, type Moment } from '../contentReader.js'
import { createReadMemory, type ReadMemory } from '../remembered/readMemory.js'
import { ballotReader } from './ballots/readBallots.js'
import type { Readers } from './readers.js'
import { createKinds, type KindsFor } from './search/kinds.js'
import { createLeftOutLists, type LeftOutLists } from './search/leftOutLists.js'
import { catalogReader } from './search/search.js'

/** Reads of content, whose results are cached in the process for all readers. */
export interface ContentReaders extends Pick<ContentStore, 'read'> {
  /** A reader of the content over a connection with a snapshot. */
  readerOn(connection: Connection, moment: Moment): ContentReader
}

export function readersOfContent(readers: Readers): ContentReaders {
  const kept = { memory: createReadMemory(), kindsFor: createKinds(), leftOut: createLeftOutLists() }
  const readerOn: ContentReaders['readerOn'] = (connection, moment) => readerOf(connection, moment, kept)
  return {
    readerOn,
    read: (work, seen) =>
      readers.read(
        (connection, moment) => work(readerOn(connection, moment)),
        seen && { stamp: seen.content, votes: seen.votes, invalidations: seen.invalidations },
      ),
  }
}

interface Kept {
  readonly memory: ReadMemory
  readonly kindsFor: KindsFor
  readonly leftOut: LeftOutLists
}

function readerOf(connection: Connection, moment: Moment, { memory, kindsFor, leftOut }: Kept): ContentReader {
  const kinds = (principals: Principals) => kindsFor(connection, moment.stamp, principals)
  const catalog = { connection, leftOut, kinds }
  return contentReader(connection, {
    moment,
    memory,
    own: { catalog: catalogReader(catalog), votes: ballotReader(connection), facts: () => factsOf(connection) },
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
