import type {
  ContentNode,
  ContentReader,
  OpenResult,
  Principals,
  StoredVersion,
  StoreFacts,
  VersionMeta,
  WorkflowRecord,
} from '@plenum/core/ports'
import { cachedReader, type StoredReader } from '../cache/cachedReader.js'
import { createReadCache, type ReadCache } from '../cache/readCache.js'
import { fewLocks, locksOf } from '../change/lockRows.js'
import { feedState, findEvents } from '../events/eventRows.js'
import { listSubscriptions } from '../events/subscriptionRows.js'
import { toStorable } from '../indexValues.js'
import { type CatalogReader, catalogReader, type SearchReads } from '../search/catalogReader.js'
import { createKinds } from '../search/planQuery.js'
import { among, type Connection, type Sql, sql } from '../sql.js'
import { filePiece } from './filePieces.js'
import { lastTime, seqOf } from './lastTime.js'
import { atOrBelow, selectNodes, sizeUpTo } from './nodeRows.js'
import { overlapping } from './overlapping.js'
import { findAliases, resolveAlias } from './readAliases.js'

export interface Moment extends Pick<OpenResult, 'stamp' | 'invalidations'> {
  /** A string that is different for snapshots with different votes, or null if tallies must not be cached. */
  readonly votes: string | null
}

export interface EngineReads<C extends Connection> {
  readonly search: SearchReads<C>
  votes(connection: C): BallotReader
  facts(connection: C): Promise<StoreFacts>
}

export type BallotReader = Pick<ContentReader, 'tally' | 'hasVoted' | 'ballots'>

export type ReadContent<C extends Connection> = (connection: C, moment: Moment) => ContentReader

export function createContentReader<C extends Connection>(reads: EngineReads<C>): ReadContent<C> {
  const cache = createReadCache()
  const kindsFor = createKinds()
  return (connection, moment) => {
    const kinds = (principals: Principals) => kindsFor(connection, moment.stamp, principals)
    const catalog = catalogReader({ connection, kinds }, reads.search)
    const votes = reads.votes(connection)
    const reader = readerOf(connection, { catalog, votes, facts: () => reads.facts(connection), cache, moment })
    return cachedReader(reader, cache.resultsAt(moment.stamp), moment.votes)
  }
}

interface ReaderParts extends Pick<ContentReader, 'facts'> {
  readonly catalog: CatalogReader
  readonly votes: BallotReader
  readonly cache: ReadCache
  readonly moment: Moment
}

/**
 * Creates a reader. Its methods are listed individually, because copying the methods of other objects takes longer
 * than many reads.
 */
const readerOf = (connection: Connection, { catalog, votes, facts, cache, moment }: ReaderParts): StoredReader => ({
  search: catalog.search,
  countUpTo: catalog.countUpTo,
  neighbours: catalog.neighbours,
  overlapping: query => overlapping(connection, query),
  scan: catalog.scan,
  tally: votes.tally,
  hasVoted: votes.hasVoted,
  ballots: votes.ballots,
  facts,
  open: path => openPath(connection, path, { cache, moment }),
  nodes: uids => selectNodes(connection, sql`n.uid IN ${among(uids)}`, cache.nodeOf),
  existingPaths: paths => occupiedPaths(connection, paths),
  sizeUpTo: (path, limit) => sizeUpTo(connection, path, limit),
  subtree: path => subtree(connection, path),
  records: uid => records(connection, uid),
  lastRecord: (uid, workflow) => lastRecord(connection, uid, workflow),
  lastTime: uid => lastTime(connection, uid),
  versions: uid => versionMetas(connection, uid),
  version: (uid, number) => storedVersion(connection, uid, number),
  locks: uids => locksOf(connection, uids),
  fewLocks: limit => fewLocks(connection, limit),
  aliases: query => findAliases(connection, query),
  filePiece: (digest, number) => filePiece(connection, digest, number),
  events: query => findEvents(connection, query),
  feedState: () => feedState(connection),
  subscriptions: () => listSubscriptions(connection),
})

type Shown = Pick<ReaderParts, 'cache' | 'moment'>

async function openPath(connection: Connection, path: string, { cache, moment }: Shown): Promise<OpenResult> {
  const lineage = await lineageOf(connection, path, cache)
  const exists = lineage.at(-1)?.path === path
  const { stamp, invalidations } = moment
  return { lineage, exists, movedTo: exists ? null : await resolveAlias(connection, path), stamp, invalidations }
}

/** The maximum number of containers per query. A requested path can be much deeper than any object. */
const step = 16

async function lineageOf(connection: Connection, path: string, cache: ReadCache): Promise<readonly ContentNode[]> {
  const lineage: ContentNode[] = []
  for (let end = 0; end < path.length; ) {
    const paths: string[] = end === 0 ? ['/'] : []
    while (paths.length < step && end < path.length) {
      const slash = path.indexOf('/', end + 1)
      end = slash === -1 ? path.length : slash
      if (path !== '/') paths.push(path.slice(0, end))
    }
    const nodes = await selectNodes(connection, sql`n.path IN ${among(paths)}`, cache.nodeOf)
    nodes.sort((a, b) => a.path.length - b.path.length)
    lineage.push(...nodes)
    if (nodes.length < paths.length) break
  }
  return cache.lineageOf(lineage)
}

async function occupiedPaths(connection: Connection, paths: readonly string[]): Promise<readonly string[]> {
  const storablePaths = paths.filter(path => toStorable(path) === path)
  const rows = await connection.rows<{ path: string }>(
    sql`SELECT n.path FROM node n WHERE n.path IN ${among(storablePaths)}`,
  )
  return rows.map(({ path }) => path)
}

const nodesAtOnce = 100

/**
 * Yields the objects at or below a path. The ids of all objects are selected first, and the objects are then read in
 * batches.
 */
async function* subtree(connection: Connection, path: string): AsyncGenerator<readonly ContentNode[]> {
  const rows = await connection.rows<{ seq: number }>(
    sql`SELECT n.seq FROM node n WHERE ${atOrBelow(path)} ORDER BY n.depth, n.parent, n.position, n.seq`,
  )
  const seqs = rows.map(({ seq }) => seq)
  for (let start = 0; start < seqs.length; start += nodesAtOnce)
    yield await selectNodes(connection, inOrder(seqs.slice(start, start + nodesAtOnce)))
}

const inOrder = (seqs: readonly number[]): Sql =>
  sql`n.seq IN ${among(seqs)} ORDER BY n.depth, n.parent, n.position, n.seq`

async function records(connection: Connection, uid: string): Promise<WorkflowRecord[]> {
  const rows = await connection.rows<{ doc: string }>(
    sql`SELECT r.doc FROM node n JOIN record r ON r.seq = n.seq WHERE n.uid = ${uid} ORDER BY r.id`,
  )
  return rows.map(({ doc }) => JSON.parse(doc) as WorkflowRecord)
}

async function lastRecord(connection: Connection, uid: string, workflow: string): Promise<WorkflowRecord | null> {
  const row = await connection.row<{ doc: string }>(sql`
    SELECT r.doc FROM record r
    WHERE r.seq = ${seqOf(uid)} AND {record workflow} = ${workflow}
    ORDER BY r.id DESC LIMIT 1`)
  return row ? (JSON.parse(row.doc) as WorkflowRecord) : null
}

export const versionMetas = async (connection: Connection, uid: string): Promise<VersionMeta[]> =>
  (await connection.rows<VersionMeta>(selectMetas(uid, sql`true ORDER BY v.number`))).map(metaOf)

export async function storedVersion(
  connection: Connection,
  uid: string,
  number: number,
): Promise<StoredVersion | null> {
  if (!Number.isSafeInteger(number)) return null
  const meta = await connection.row<VersionMeta>(selectMetas(uid, sql`v.number = ${number}`))
  if (!meta) return null
  const stored = await connection.row<{ doc: string }>(sql`
    SELECT d.doc FROM node n JOIN version_doc d ON d.seq = n.seq WHERE n.uid = ${uid} AND d.number = ${number}`)
  return stored ? { ...metaOf(meta), node: JSON.parse(stored.doc) as ContentNode } : null
}

const selectMetas = (uid: string, where: Sql): Sql => sql`
    SELECT v.number, v.time, v.actor, v.comments, v.records FROM node n JOIN version v ON v.seq = n.seq
    WHERE n.uid = ${uid} AND ${where}`

/** Returns the metadata of a version. Additional keys, which some drivers add to rows, are omitted. */
function metaOf({ number, time, actor, comments, records }: VersionMeta): VersionMeta {
  return { number, time, actor, comments, records }
}
