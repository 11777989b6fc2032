import type { TimeSlice } from '@plenum/core'
import type {
  Commit,
  ContentReader,
  StoredAlias,
  StoredHistory,
  WholeChange,
  WholeReader,
  WholeStore,
} from '@plenum/core/ports'
import { applyChange } from '../change/applyChange.js'
import { storePiece } from '../content/filePieces.js'
import { endless } from '../endless.js'
import { appendEvents } from '../events/eventRows.js'
import { addition, groupAs } from '../people/changePeople.js'
import { among, type Connection, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'
import { differingEntries } from './differingEntries.js'
import { fillAliases, fillRecords, fillVersions } from './fill/fillContent.js'
import { fillParts } from './fill/fillParts.js'
import { countParts, readParts } from './readParts.js'
import { rewriteObjects } from './rewriteObjects.js'
import { eraseSome, isAnyErasable, sweepFiles, unreferencedFiles } from './sweepFiles.js'

interface Database {
  read<T>(task: (connection: Connection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** Called when files have been erased and no erasable files remain. */
  onErased(): void
  /** Prepares the transaction, calls `fill` in it, and cleans up. */
  filling?(fill: () => Promise<void>): Promise<void>
}

export const createWhole = ({ read, writer, onErased, filling = fill => fill() }: Database): WholeStore => ({
  read: task => read((connection, content) => task(readerOf(connection, content))),
  fill: (parts, slice = endless) => {
    const begin = once()
    return writer.alone(write =>
      write(async connection => {
        begin()
        await filling(() => fillParts(connection, parts, slice))
        await appendEvents(connection, 'stamp', [])
        await appendEvents(connection, 'people', [])
      }),
    )
  },
  rewrite: (objects, slice = endless) =>
    writer.write(async connection => {
      await rewriteObjects(connection, objects, slice)
      if (objects.length === 0) await connection.engine.checks.repair()
      await appendEvents(connection, 'stamp', [])
    }),
  write: (changes, slice = endless) => {
    const begin = once()
    return writer.alone(write =>
      write(
        connection => {
          begin()
          return writeWhole(connection, changes, slice)
        },
        ({ ok }) => ok,
      ),
    )
  },
  eraseFiles: async () => {
    if (!(await read(isAnyErasable))) return false
    const isMore = await writer.write(eraseSome)
    if (!isMore) onErased()
    return isMore
  },
  sweepFiles: async (slice = endless) => {
    const files = await sweepFiles(writer, slice)
    if (files > 0) onErased()
    return files
  },
})

/**
 * Returns a function that throws when it is called again. A failed transaction cannot be retried, because its input
 * has already been consumed.
 */
function once(): () => void {
  let isStarted = false
  return () => {
    if (isStarted)
      throw new Error('The transaction was lost and cannot be repeated, because parts can be read only once.')
    isStarted = true
  }
}

const readerOf = (connection: Connection, content: ContentReader): WholeReader => ({
  content,
  counts: () => countParts(connection),
  parts: kind => readParts(connection, kind),
  otherEntries: expected => differingEntries(connection, expected),
  unreferencedFiles: () => unreferencedFiles(connection),
  faults: connection.engine.checks.faults,
})

/** Writes changes until one of them is refused. The caller must then roll back all changes. */
async function writeWhole(
  connection: Connection,
  changes: AsyncIterable<WholeChange>,
  slice: TimeSlice,
): Promise<Commit> {
  for await (const change of changes) {
    const commit = await applyChange(connection, change, slice)
    if (!commit.ok) return commit
    await writeExtras(connection, change, slice)
  }
  return { ok: true }
}

async function writeExtras(connection: Connection, change: WholeChange, slice: TimeSlice): Promise<void> {
  const { histories = [], oldAddresses = [], pieces = [], newUsers = [], groups = [] } = change
  for (const history of histories) {
    if (slice.isOver()) await slice.next()
    await replaceHistory(connection, history)
  }
  if (oldAddresses.length > 0) await replaceAliases(connection, oldAddresses)
  for (const piece of pieces) await storePiece(connection, piece)
  for (const user of newUsers) await connection.run(addition(user))
  for (const group of groups) await connection.run(groupAs(group))
  if (newUsers.length + groups.length > 0) await appendEvents(connection, 'people', [])
}

/** The maximum number of versions per statement. Each version may contain a megabyte. */
const versionBatch = 16

async function replaceHistory(connection: Connection, { uid, records, versions }: StoredHistory): Promise<void> {
  const seq = sql`(SELECT seq FROM node WHERE uid = ${uid})`
  await connection.run(sql`DELETE FROM record WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM version_doc WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM version WHERE seq = ${seq}`)
  const ownRecords = records.map(record => ({ uid, record }))
  if (ownRecords.length > 0) await fillRecords(connection, ownRecords)
  const ownVersions = versions.map(version => ({ uid, version }))
  for (let start = 0; start < ownVersions.length; start += versionBatch)
    await fillVersions(connection, ownVersions.slice(start, start + versionBatch))
}

async function replaceAliases(connection: Connection, aliases: readonly StoredAlias[]): Promise<void> {
  await connection.run(sql`DELETE FROM alias WHERE path IN ${among(aliases.map(({ path }) => path))}`)
  await fillAliases(connection, aliases)
}
