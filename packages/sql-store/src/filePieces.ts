import type { Turn } from '@plenum/core'
import { type Connection, hasRow } from './connection.js'
import { sql } from './sql.js'

/**
 * The bytes of one piece; only the last piece of a file is shorter. Files are stored in pieces, because SQLite reads a
 * whole value even for a part of it.
 */
export const pieceSize = 1024 * 1024

/** Stores the bytes of a file under their digest, piece by piece, unless they are stored already. */
export async function keepFile(
  connection: Connection,
  { digest, bytes }: { readonly digest: string; readonly bytes: Uint8Array },
  turn: Turn,
): Promise<void> {
  if (await hasRow(connection, sql`SELECT 1 FROM file_piece WHERE digest = ${digest}`)) return
  // An empty file has one empty piece.
  for (let number = 0; number === 0 || number * pieceSize < bytes.length; number++) {
    if (turn.isOver()) await turn.next()
    const piece = bytes.subarray(number * pieceSize, (number + 1) * pieceSize)
    await connection.run(sql`INSERT INTO file_piece (digest, number, bytes) VALUES (${digest}, ${number}, ${piece})`)
  }
}

/** The bytes of a file or of a part of it; null when no file has this digest. A part ends at the end of the file. */
export async function fileBytes(
  connection: Connection,
  digest: string,
  { start, length }: { readonly start: number; readonly length: number } = {
    start: 0,
    length: Number.MAX_SAFE_INTEGER,
  },
): Promise<Uint8Array | null> {
  const first = Math.floor(start / pieceSize)
  const end = Math.ceil((start + length) / pieceSize)
  const rows = await connection.rows<{ bytes: ArrayBuffer | Uint8Array }>(sql`
    SELECT bytes FROM file_piece WHERE digest = ${digest} AND number >= ${first} AND number < ${end} ORDER BY number`)
  const pieces = rows.map(({ bytes }) => new Uint8Array(bytes))
  if (pieces.length === 0 && !(await hasRow(connection, sql`SELECT 1 FROM file_piece WHERE digest = ${digest}`)))
    return null
  const whole = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  const skipped = start - first * pieceSize
  return whole.subarray(skipped, skipped + length)
}
