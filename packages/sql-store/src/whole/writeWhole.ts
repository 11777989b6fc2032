import type { Turn } from '@plenum/core'
import type { Commit, KeptAlias, KeptHistory, WholeChange } from '@plenum/core/ports'
import { applyChange } from '../change/applyChange.js'
import { groupAs } from '../changePeople.js'
import type { Connection } from '../connection.js'
import { keepPiece } from '../filePieces.js'
import { among, sql } from '../sql.js'
import { addition, drawState } from '../userDirectory.js'
import { fillAliases, fillRecords, fillVersions } from './fillContent.js'

/** Writes changes within a transaction. Stops at a refused change; the caller then rolls back all of them. */
export async function writeWhole(
  connection: Connection,
  changes: AsyncIterable<WholeChange>,
  turn: Turn,
): Promise<Commit> {
  for await (const change of changes) {
    const commit = await applyChange(connection, change, turn)
    if (!commit.ok) return commit
    await writeBeside(connection, change, turn)
  }
  return { ok: true }
}

/** Writes the parts of a change that are not part of `Change`. */
async function writeBeside(connection: Connection, change: WholeChange, turn: Turn): Promise<void> {
  const { histories = [], oldAddresses = [], pieces = [], newUsers = [], groups = [] } = change
  for (const history of histories) {
    if (turn.isOver()) await turn.next()
    await replaceHistory(connection, history)
  }
  if (oldAddresses.length > 0) await replaceAliases(connection, oldAddresses)
  for (const piece of pieces) await keepPiece(connection, piece)
  for (const user of newUsers) await connection.run(addition(user))
  for (const group of groups) await connection.run(groupAs(group))
  if (newUsers.length + groups.length > 0) await drawState(connection)
}

/** Versions in one statement, each of which may have a megabyte. */
const atOnce = 16

async function replaceHistory(connection: Connection, { uid, records, versions }: KeptHistory): Promise<void> {
  const seq = sql`(SELECT seq FROM node WHERE uid = ${uid})`
  await connection.run(sql`DELETE FROM record WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM version_doc WHERE seq = ${seq}`)
  await connection.run(sql`DELETE FROM version WHERE seq = ${seq}`)
  if (records.length > 0)
    await fillRecords(
      connection,
      records.map(record => ({ uid, record })),
    )
  for (let start = 0; start < versions.length; start += atOnce)
    await fillVersions(
      connection,
      versions.slice(start, start + atOnce).map(version => ({ uid, version })),
    )
}

async function replaceAliases(connection: Connection, aliases: readonly KeptAlias[]): Promise<void> {
  await connection.run(sql`DELETE FROM alias WHERE path IN ${among(aliases.map(({ path }) => path))}`)
  await fillAliases(connection, aliases)
}
