import {
  filePieceSize,
  type NewUpload,
  type PendingUpload,
  type PendingUploadStore,
  surplusUploads,
} from '@plenum/core/ports'
import { type Connection, hasRow, type Rows, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'

export function pendingUploads(reader: Rows, writer: Writer): PendingUploadStore {
  const removeExpired = async (now: number): Promise<void> => {
    if (!(await hasRow(reader, sql`SELECT 1 FROM pending_upload WHERE expires <= ${now} LIMIT 1`))) return
    await writer.write(connection => connection.run(sql`DELETE FROM pending_upload WHERE expires <= ${now}`))
  }
  return {
    add: async added => {
      await removeExpired(added.now)
      const isReserved = await writer.write(
        connection => reserve(connection, added),
        isWritten => isWritten,
      )
      return isReserved && storeBytes(writer, added)
    },
    find: async (id, { owner, now }) => {
      const row = await reader.row<{ readonly doc: string | null }>(
        sql`SELECT doc FROM pending_upload WHERE id = ${id} AND owner = ${owner} AND expires > ${now}`,
      )
      return typeof row?.doc === 'string' ? (JSON.parse(row.doc) as PendingUpload) : null
    },
    bytes: async (id, slice) => {
      const pieces: Uint8Array[] = []
      for (;;) {
        if (slice.isOver()) await slice.next()
        const row = await reader.row<{ readonly bytes: ArrayBuffer | Uint8Array }>(
          sql`SELECT bytes FROM pending_upload_piece WHERE id = ${id} AND number = ${pieces.length}`,
        )
        if (!row) break
        pieces.push(new Uint8Array(row.bytes))
      }
      const bytes = Buffer.concat(pieces)
      // The size is checked again, because the file may have been removed since its first piece was read.
      const isComplete = await hasRow(
        reader,
        sql`SELECT 1 FROM pending_upload WHERE id = ${id} AND size = ${bytes.length}`,
      )
      return isComplete ? bytes : null
    },
    remove: async (id, owner) => {
      await writer.write(connection =>
        connection.run(sql`DELETE FROM pending_upload WHERE id = ${id} AND owner = ${owner}`),
      )
    },
    removeExpired,
  }
}

/** Adds a row for a file if the limits allow the file. The bytes are stored later. */
async function reserve(connection: Connection, { upload, limits }: NewUpload): Promise<boolean> {
  const { id, owner, size, expires } = upload
  if (size > limits.ownerBytes) return false
  const rows = await connection.rows<{ readonly id: string; readonly size: number }>(
    sql`SELECT id, size FROM pending_upload WHERE owner = ${owner} ORDER BY expires, id`,
  )
  const own = rows.map(row => ({ id: row.id, size: Number(row.size) }))
  for (const surplus of surplusUploads(own, size, limits))
    await connection.run(sql`DELETE FROM pending_upload WHERE id = ${surplus.id}`)
  const total = await connection.row<{ readonly bytes: number }>(
    sql`SELECT coalesce(sum(size), 0) AS bytes FROM pending_upload`,
  )
  if (Number(total?.bytes) + size > limits.totalBytes) return false
  await connection.run(
    sql`INSERT INTO pending_upload (id, owner, size, expires) VALUES (${id}, ${owner}, ${size}, ${expires})`,
  )
  return true
}

/**
 * Stores the bytes of a file. Each piece is stored in a separate transaction, so that other writes do not wait for a
 * large file.
 */
async function storeBytes(writer: Writer, { upload, bytes }: NewUpload): Promise<boolean> {
  const { id } = upload
  const pieceCount = Math.max(1, Math.ceil(bytes.length / filePieceSize))
  for (let number = 0; number < pieceCount; number++) {
    const piece = bytes.subarray(number * filePieceSize, (number + 1) * filePieceSize)
    const isStored = await writer.write(async connection => {
      if (!(await hasRow(connection, sql`SELECT 1 FROM pending_upload WHERE id = ${id}`))) return false
      await connection.run(
        sql`INSERT INTO pending_upload_piece (id, number, bytes) VALUES (${id}, ${number}, ${piece})`,
      )
      return true
    })
    if (!isStored) return false
  }
  const doc = JSON.stringify(upload)
  return (
    (await writer.write(connection => connection.run(sql`UPDATE pending_upload SET doc = ${doc} WHERE id = ${id}`))) > 0
  )
}
