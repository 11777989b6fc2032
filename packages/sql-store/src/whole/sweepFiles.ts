import type { Turn } from '@plenum/core'
import type { Connection } from '../connection.js'
import { among, type Sql, sql } from '../sql.js'

/** How many documents are read at once. */
const stretch = 100

/** Removes files that no object and no version names, within a transaction; tells how many. */
export async function sweepFiles(connection: Connection, turn: Turn): Promise<number> {
  const rows = await connection.rows<{ digest: string }>(sql`SELECT DISTINCT digest FROM file_piece`)
  const unused = new Set(rows.map(({ digest }) => digest))
  if (unused.size === 0) return 0
  for (const name of ['object', 'version'] as const)
    for await (const doc of docs(connection, pages[name], turn))
      for (const digest of digestsIn(doc)) unused.delete(digest)
  const digests = [...unused]
  for (let start = 0; start < digests.length; start += stretch) {
    if (turn.isOver()) await turn.next()
    await connection.run(sql`DELETE FROM file_piece WHERE digest IN ${among(digests.slice(start, start + stretch))}`)
  }
  return digests.length
}

interface Last {
  readonly seq: number
  readonly number: number
}

type Page = (last: Last) => Sql

const pages = {
  object: ({ seq }) => sql`SELECT seq, 0 AS number, doc FROM node_doc WHERE seq > ${seq} ORDER BY seq LIMIT ${stretch}`,
  version: ({ seq, number }) => sql`
    SELECT seq, number, doc FROM version_doc WHERE (seq, number) > (${seq}, ${number}) ORDER BY seq, number LIMIT ${stretch}`,
} satisfies Readonly<Record<string, Page>>

async function* docs(connection: Connection, page: Page, turn: Turn): AsyncGenerator<string> {
  let last: Last = { seq: 0, number: -1 }
  for (;;) {
    if (turn.isOver()) await turn.next()
    const rows = await connection.rows<Last & { readonly doc: string }>(page(last))
    for (const { doc } of rows) yield doc
    const end = rows.at(-1)
    if (!end) return
    last = end
  }
}

/** A file in a field has its digest under this name. */
const digestsIn = (doc: string): readonly string[] =>
  [...doc.matchAll(/"digest": ?"([^"]*)"/g)].map(([, digest = '']) => digest)
