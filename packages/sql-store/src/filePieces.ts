import type { Turn } from '@plenum/core'
import { filePieceSize } from '@plenum/core/ports'
import { type Connection, hasRow } from './connection.js'
import { sql } from './sql.js'

// Files are stored in pieces, because SQLite reads a whole value even for a part of it.

/** Stores the bytes of a file under their digest, piece by piece, unless they are stored already. */
export async function keepFile(
  connection: Connection,
  { digest, bytes }: { readonly digest: string; readonly bytes: Uint8Array },
  turn: Turn,
): Promise<void> {
  if (await hasRow(connection, sql`SELECT 1 FROM file_piece WHERE digest = ${digest}`)) return
  for (let number = 0; number === 0 || number * filePieceSize < bytes.length; number++) {
    if (turn.isOver()) await turn.next()
    const piece = bytes.subarray(number * filePieceSize, (number + 1) * filePieceSize)
    await connection.run(sql`INSERT INTO file_piece (digest, number, bytes) VALUES (${digest}, ${number}, ${piece})`)
  }
}

/** As `ContentReader.filePiece`. */
export async function filePiece(connection: Connection, digest: string, number: number): Promise<Uint8Array | null> {
  const row = await connection.row<{ bytes: ArrayBuffer | Uint8Array }>(
    sql`SELECT bytes FROM file_piece WHERE digest = ${digest} AND number = ${number}`,
  )
  return row ? new Uint8Array(row.bytes) : null
}
