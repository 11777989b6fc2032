import type { TimeSlice } from '@plenum/core'
import { type FileTotal, filePieceSize } from '@plenum/core/ports'
import { isReferenced } from '../content/filePieces.js'
import { among, type Connection, hasRow, type Sql, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'

// When a file loses its last reference, a database trigger adds the file to `erasable_file`.

export const isAnyErasable = (connection: Connection): Promise<boolean> =>
  hasRow(connection, sql`SELECT 1 FROM erasable_file LIMIT 1`)

/** Erases about 1 MiB of erasable files. Returns true if more files may remain. */
export async function eraseSome(connection: Connection): Promise<boolean> {
  const recorded = await connection.rows<{ digest: string }>(
    sql`SELECT digest FROM erasable_file ORDER BY digest LIMIT ${batchSize}`,
  )
  const isRecorded = (column: Sql): Sql => sql`${column} IN ${among(recorded.map(({ digest }) => digest))}`
  for (const { digest, number } of upTo(filePieceSize, await piecesOf(connection, isRecorded(sql`p.digest`))))
    await connection.run(sql`DELETE FROM file_piece WHERE digest = ${digest} AND number = ${number}`)
  await connection.run(sql`
    DELETE FROM erasable_file AS e WHERE ${isRecorded(sql`e.digest`)} AND (
      NOT EXISTS (SELECT 1 FROM file_piece p WHERE p.digest = e.digest) OR
      EXISTS (SELECT 1 FROM file_reference r WHERE r.digest = e.digest))`)
  return isAnyErasable(connection)
}

/** The maximum number of files, and also of pieces, that one transaction erases. */
const batchSize = 16

interface Piece {
  readonly digest: string
  readonly number: number
  readonly bytes: number
}

/**
 * Returns the pieces of files in the order in which they are to be erased. The first piece is erased first, because a
 * file without it is treated as missing.
 */
const piecesOf = (connection: Connection, where: Sql) =>
  connection.rows<Piece>(sql`
    SELECT p.digest, p.number, length(p.bytes) AS bytes FROM file_piece p
    WHERE ${where} AND NOT ${isReferenced} ORDER BY p.digest, p.number LIMIT ${batchSize}`)

function* upTo(maxBytes: number, pieces: readonly Piece[]): Generator<Piece> {
  let bytes = 0
  for (const piece of pieces) {
    if (bytes >= maxBytes) return
    yield piece
    bytes += piece.bytes
  }
}

export async function sweepFiles({ write }: Pick<Writer, 'write'>, slice: TimeSlice): Promise<number> {
  const { files } = await write(recordUnreferenced, ({ files }) => files > 0)
  for (let isMore = files > 0; isMore; isMore = await write(eraseSome)) if (slice.isOver()) await slice.next()
  return files
}

async function recordUnreferenced(connection: Connection): Promise<FileTotal> {
  await connection.run(sql`
    INSERT INTO erasable_file (digest) SELECT DISTINCT p.digest FROM file_piece p WHERE NOT ${isReferenced}
    ON CONFLICT DO NOTHING`)
  return unreferencedFiles(connection)
}

export async function unreferencedFiles(connection: Connection): Promise<FileTotal> {
  const row = await connection.row<FileTotal>(sql`
    SELECT count(DISTINCT p.digest) AS files, coalesce(sum(length(p.bytes)), 0) AS bytes
    FROM file_piece p WHERE NOT ${isReferenced}`)
  return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) }
}
