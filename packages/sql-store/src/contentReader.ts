import type { ContentNode, ContentReader, Opened, Principals, StoreFacts, WorkflowRecord } from '@plenum/core/ports'
import { ballotsOf, hasVoted, tallyOf } from './ballots/readBallots.js'
import { locksOf } from './change/lockRows.js'
import type { Connection } from './connection.js'
import { fileBytes } from './filePieces.js'
import { findAliases } from './findAliases.js'
import { lastTime, seqOf } from './lastTime.js'
import { movedTo } from './movedTo.js'
import { atOrBelow, selectNodes } from './nodeRows.js'
import type { ReadMemory } from './remembered/readMemory.js'
import { rememberedReader } from './remembered/rememberedReader.js'
import type { KindsFor } from './search/kinds.js'
import { countUpTo, numbersBeside, scan, search } from './search/search.js'
import { among, type Sql, sql } from './sql.js'
import { storedVersion, versionMetas } from './versionRows.js'

/** Identifies the state of the database that a snapshot shows. */
export type Moment = Pick<Opened, 'stamp'>

/** Reads from the snapshot of a connection. */
/** What a store keeps in the process for all its readers. */
export interface Kept {
  readonly memory: ReadMemory
  readonly kindsFor: KindsFor
}

/** Reads from the snapshot of a connection; what was asked before in the same state is known. */
export const contentReader = (connection: Connection, moment: Moment, kept: Kept): ContentReader =>
  rememberedReader(readerOf(connection, moment, kept), kept.memory.resultsAt(moment.stamp))

function readerOf(connection: Connection, moment: Moment, { memory, kindsFor }: Kept): ContentReader {
  const catalog = { connection, kinds: (principals: Principals) => kindsFor(connection, moment.stamp, principals) }
  return {
    open: async path => openPath({ connection, memory }, path, moment),
    search: (query, turn) => search(catalog, query, turn),
    countUpTo: async (query, most) => countUpTo(catalog, query, most),
    beside: async (index, number) => numbersBeside(connection, index, number),
    scan: (query, turn) => scan(catalog, query, turn),
    nodes: async uids => selectNodes(connection, sql`n.uid IN ${among(uids)}`, memory.parsed),
    subtree: path => subtree(connection, path),
    records: async uid => records(connection, uid),
    lastRecord: async (uid, workflow) => lastRecord(connection, uid, workflow),
    lastTime: async uid => lastTime(connection, seqOf(uid)),
    versions: async uid => versionMetas(connection, uid),
    version: async (uid, number) => storedVersion(connection, uid, number),
    locks: async uids => locksOf(connection, uids),
    aliases: async query => findAliases(connection, query),
    file: async (digest, part) => fileBytes(connection, digest, part),
    facts: async () => factsOf(connection),
    tally: async poll => tallyOf(connection, poll),
    hasVoted: async (poll, voter) => hasVoted(connection, poll, voter),
    ballots: async poll => ballotsOf(connection, poll),
  }
}

interface Opening {
  readonly connection: Connection
  readonly memory: Pick<ReadMemory, 'parsed'>
}

function openPath({ connection, memory }: Opening, path: string, moment: Moment): Opened {
  const lineage = lineageOf({ connection, memory }, path)
  const found = lineage.at(-1)?.path === path
  return { lineage, found, movedTo: found ? null : movedTo(connection, path), ...moment }
}

/** The number of containers in one query. Limited, because the path of a request can be deeper than any object. */
const step = 16

function lineageOf({ connection, memory }: Opening, path: string): ContentNode[] {
  const lineage: ContentNode[] = []
  for (let end = 0; end < path.length; ) {
    const paths: string[] = end === 0 ? ['/'] : []
    while (paths.length < step && end < path.length) {
      const slash = path.indexOf('/', end + 1)
      end = slash === -1 ? path.length : slash
      if (path !== '/') paths.push(path.slice(0, end))
    }
    const found = selectNodes(connection, sql`n.path IN ${among(paths)}`, memory.parsed)
    found.sort((a, b) => a.path.length - b.path.length)
    lineage.push(...found)
    if (found.length < paths.length) break
  }
  return lineage
}

function factsOf(connection: Connection): StoreFacts {
  const [row] = connection.rows<{ readonly version: string; readonly bytes: number }>(
    sql`SELECT sqlite_version() AS version, page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`,
  )
  return { kind: `SQLite ${row?.version ?? ''}`, bytes: row?.bytes ?? null }
}

const nodesAtOnce = 100

/** Selects all ids first, then reads the objects in batches. */
async function* subtree(connection: Connection, path: string): AsyncGenerator<readonly ContentNode[]> {
  const seqs = connection
    .rows<{ seq: number }>(sql`SELECT n.seq FROM node n WHERE ${atOrBelow(path)} ORDER BY n.depth, n.position, n.seq`)
    .map(({ seq }) => seq)
  for (let start = 0; start < seqs.length; start += nodesAtOnce)
    yield selectNodes(connection, inOrder(seqs.slice(start, start + nodesAtOnce)))
}

/** A condition on `n`, with ORDER BY. */
function inOrder(seqs: readonly number[]): Sql {
  return sql`n.seq IN ${among(seqs)} ORDER BY n.depth, n.position, n.seq`
}

function records(connection: Connection, uid: string): WorkflowRecord[] {
  const rows = connection.rows<{ doc: string }>(
    sql`SELECT r.doc FROM node n JOIN record r ON r.seq = n.seq WHERE n.uid = ${uid} ORDER BY r.id`,
  )
  return rows.map(({ doc }) => JSON.parse(doc) as WorkflowRecord)
}

function lastRecord(connection: Connection, uid: string, workflow: string): WorkflowRecord | null {
  const [row] = connection.rows<{ doc: string }>(sql`
    SELECT r.doc FROM record r
    WHERE r.seq = ${seqOf(uid)} AND r.doc ->> 'workflow' = ${workflow}
    ORDER BY r.id DESC LIMIT 1`)
  return row ? (JSON.parse(row.doc) as WorkflowRecord) : null
}
