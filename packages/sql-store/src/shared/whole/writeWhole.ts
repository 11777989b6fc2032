import type { TimeSlice } from '@plenum/core'
import type { Commit, StoredAlias, StoredHistory, WholeChange } from '@plenum/core/ports'
import { applyChange } from '../change/applyChange.js'
import type { Connection } from '../connection.js'
import { storePiece } from '../content/filePieces.js'
import { addition, groupAs } from '../people/changePeople.js'
import { renewPeopleStamp } from '../people/userDirectory.js'
import { among, sql } from '../sql.js'
import { fillAliases, fillRecords, fillVersions } from './fill/fillContent.js'

/** Writes changes within a transaction. Stops at a refused change; the caller then rolls back all of them. */
export async function writeWhole(
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

/** Writes the parts of a change that are not part of `Change`. */
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
  if (newUsers.length + groups.length > 0) await renewPeopleStamp(connection)
}

/** Maximum number of versions in one statement; each version may have a megabyte. */
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
