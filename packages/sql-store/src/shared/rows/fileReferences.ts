import { type ContentNode, filesIn } from '@plenum/core/ports'
import type { ChangeStep } from '../change/changeStep.js'
import { among, type Connection, list, sql } from '../sql.js'

interface Reference {
  readonly digest: string
  readonly seq: number
  readonly version: number | null
}

export const referencesOf = (
  { fields }: Pick<ContentNode, 'fields'>,
  seq: number,
  version: number | null = null,
): readonly Reference[] => [...filesIn(fields).keys()].map(digest => ({ digest, seq, version }))

export async function addReferences(connection: Connection, references: readonly Reference[]): Promise<void> {
  if (references.length === 0) return
  const rows = references.map(({ digest, seq, version }) => sql`(${digest}, ${seq}, ${version})`)
  await connection.run(sql`INSERT INTO file_reference (digest, seq, version) VALUES ${list(rows)}`)
}

/** SQL for the digests of the files of an object `n` as one string, or NULL if the object has no files. */
export const filesOf = sql`
  (SELECT {joined}(r.digest, ' ') FROM file_reference r WHERE r.seq = n.seq AND r.version IS NULL)`

/** Replaces the references from an object to files. Does nothing if the references have not changed. */
export async function replaceReferences(
  connection: Connection,
  stored: { readonly seq: number; readonly files: string | null },
  node: ContentNode,
): Promise<void> {
  const references = referencesOf(node, stored.seq)
  const before = stored.files === null ? [] : stored.files.split(' ')
  const after = references.map(({ digest }) => digest)
  const isSame = before.length === after.length && before.every(digest => after.includes(digest))
  if (isSame) return
  await connection.run(sql`DELETE FROM file_reference WHERE seq = ${stored.seq} AND version IS NULL`)
  await addReferences(connection, references)
}

/**
 * Refuses a change if an expected file is no longer stored. It is sufficient to check piece 0 of each file, because
 * piece 0 is erased first.
 */
export const expectFiles: ChangeStep = async (connection, { expectedFiles = [] }) => {
  const digests = new Set(expectedFiles)
  if (digests.size === 0) return null
  const rows = await connection.rows<{ digest: string }>(
    sql`SELECT p.digest FROM file_piece p WHERE p.number = 0 AND p.digest IN ${among([...digests])}`,
  )
  return rows.length === digests.size ? null : 'changed'
}
