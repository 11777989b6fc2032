import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import Database from 'libsql'
import pg from 'pg'

/**
 * Returns the total size of the files in a SQLite database, and the size of the database pages in use, both in bytes.
 */
export async function sqliteBytes(file) {
  const database = new Database(file, { readonly: true })
  try {
    return database
      .prepare(`SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM file_piece) AS stored,
        (page_count - freelist_count) * page_size AS used
        FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`)
      .get()
  } finally {
    database.close()
  }
}

/**
 * Returns the total size of the files in a PostgreSQL database, and the size of the database pages in use, both in
 * bytes. If `vacuums` is true, first runs VACUUM. Free space within pages is not included.
 */
export async function postgresBytes(connectionString, vacuums = false) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    if (vacuums) await client.query('VACUUM file_piece')
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_freespacemap')
    const { rows } = await client.query(`SELECT
      (SELECT coalesce(sum(length(bytes)), 0) FROM file_piece) AS stored,
      pg_table_size('file_piece') - (
        SELECT coalesce(sum(f.avail), 0) FROM pg_class c, pg_freespace(c.oid) f
        WHERE c.oid = 'file_piece'::regclass OR c.oid = (SELECT reltoastrelid FROM pg_class WHERE oid = 'file_piece'::regclass)
      ) AS used`)
    return { stored: Number(rows[0].stored), used: Number(rows[0].used) }
  } finally {
    await client.end()
  }
}

export async function bytesInBackup(file) {
  let bytes = 0
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) }))
    if (line.startsWith('{"kind":"file"')) bytes += Buffer.from(JSON.parse(line).part.bytes, 'base64').length
  return bytes
}
