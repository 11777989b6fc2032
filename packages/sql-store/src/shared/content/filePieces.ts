import type { TimeSlice } from '@plenum/core'
import { type FilePiece, filePieceSize } from '@plenum/core/ports'
import { type Connection, sql } from '../sql.js'

// SQL that checks whether the file of a piece `p` is referenced. Files are stored in pieces, because SQLite reads the
// entire value of a column even if only a part of the value is needed.

export const isReferenced = sql`EXISTS (SELECT 1 FROM file_reference r WHERE r.digest = p.digest)`

/** Stores a file in pieces. Does nothing if the complete file is already stored and referenced. */
export async function storeFile(
  connection: Connection,
  { digest, bytes }: { readonly digest: string; readonly bytes: Uint8Array },
  slice: TimeSlice,
): Promise<void> {
  const pieceCount = Math.max(1, Math.ceil(bytes.length / filePieceSize))
  const storedCount = sql`SELECT count(*) AS pieces FROM file_piece p WHERE p.digest = ${digest} AND ${isReferenced}`
  if (Number((await connection.row<{ pieces: number }>(storedCount))?.pieces) >= pieceCount) return
  for (let number = 0; number < pieceCount; number++) {
    if (slice.isOver()) await slice.next()
    const piece = bytes.subarray(number * filePieceSize, (number + 1) * filePieceSize)
    await storePiece(connection, { digest, number, bytes: piece })
  }
}

/** Stores a piece of a file, even if other pieces have been erased. The file is then no longer marked as erasable. */
export async function storePiece(connection: Connection, { digest, number, bytes }: FilePiece): Promise<void> {
  await connection.run(sql`DELETE FROM erasable_file WHERE digest = ${digest}`)
  await connection.run(sql`
    INSERT INTO file_piece (digest, number, bytes) VALUES (${digest}, ${number}, ${bytes}) ON CONFLICT DO NOTHING`)
}

export async function filePiece(connection: Connection, digest: string, number: number): Promise<Uint8Array | null> {
  const row = await connection.row<{ bytes: ArrayBuffer | Uint8Array }>(
    sql`SELECT p.bytes FROM file_piece p WHERE p.digest = ${digest} AND p.number = ${number} AND ${isReferenced}`,
  )
  return row ? new Uint8Array(row.bytes) : null
}
