import type { TimeSlice } from '@plenum/core'
import type { DuplicateColumn, IndexRow } from '../indexValues.js'
import { among, type Connection, list, rowsOf, type Sql, sql } from '../sql.js'
import { accessIdOf, insertRows, keyOf, kindIdOf } from './indexRows.js'
import { insertRecords, type RecordRow } from './recordRows.js'

export type NodeChanges = ReturnType<typeof createNodeChanges>

interface Columns {
  readonly isRaised?: boolean
  readonly holders?: string | undefined
  readonly kind?: string | undefined
  readonly duplicates?: readonly DuplicateColumn[]
}

interface Shared {
  readonly row: IndexRow
  readonly seqs: number[]
}

/**
 * Collects changes to existing objects and groups equal changes, because all objects in a moved subtree lose and gain
 * the same values. One statement for a value and all its objects takes a third of the time of separate statements.
 */
export function createNodeChanges(connection: Connection) {
  const records: RecordRow[] = []
  const texts = createTextRows(connection)
  const columns = new Map<number, Columns>()
  const set = (seq: number, changed: Columns) => void columns.set(seq, { ...columns.get(seq), ...changed })
  const [removedRows, addedRows] = [new Map<string, Shared>(), new Map<string, Shared>()]
  const note = (rows: Map<string, Shared>, seq: number, row: IndexRow) => {
    const shared = rows.get(keyOf(row)) ?? { row, seqs: [] }
    rows.set(keyOf(row), shared)
    shared.seqs.push(seq)
  }
  return {
    setDoc: texts.setDoc,
    setEntry: texts.setEntry,
    raiseRevision: (seq: number) => set(seq, { isRaised: true }),
    addRecords: (rows: readonly RecordRow[]) => void records.push(...rows),
    setHolders: (seq: number, holders: string) => set(seq, { holders }),
    setKind: (seq: number, kind: string) => set(seq, { kind }),
    removeRow: (seq: number, row: IndexRow) => note(removedRows, seq, row),
    addRow: (seq: number, row: IndexRow) => note(addedRows, seq, row),
    setDuplicates: (seq: number, duplicates: readonly DuplicateColumn[]) =>
      void (duplicates.length > 0 && set(seq, { duplicates })),
    write: async (slice: TimeSlice) => {
      await texts.write()
      await insertRecords(connection, records)
      await writeColumns(connection, columns, slice)
      for (const { row, seqs } of removedRows.values()) {
        if (slice.isOver()) await slice.next()
        await removeRows(connection, row, seqs)
      }
      await addRows(connection, [...addedRows.values()], slice)
    },
  }
}

/**
 * Writes all changed columns of a node with a single UPDATE, because each UPDATE must also update many indexes. Nodes
 * with equal changes share an UPDATE.
 */
async function writeColumns(
  connection: Connection,
  columns: ReadonlyMap<number, Columns>,
  slice: TimeSlice,
): Promise<void> {
  const groups = new Map<string, { readonly sets: Sql; readonly seqs: number[] }>()
  for (const [seq, changed] of columns) {
    const key = JSON.stringify([changed.isRaised, changed.holders, changed.kind, changed.duplicates])
    const group = groups.get(key)
    if (group) group.seqs.push(seq)
    else groups.set(key, { sets: list(await setsOf(connection, changed)), seqs: [seq] })
  }
  for (const { sets, seqs } of groups.values()) {
    if (slice.isOver()) await slice.next()
    await connection.run(sql`UPDATE node SET ${sets} WHERE seq IN ${among(seqs)}`)
  }
}

async function setsOf(
  connection: Connection,
  { isRaised, holders, kind, duplicates = [] }: Columns,
): Promise<readonly Sql[]> {
  return [
    ...(isRaised ? [sql`revision = revision + 1`] : []),
    ...(holders === undefined ? [] : [sql`access_id = ${await accessIdOf(connection, holders)}`]),
    ...(kind === undefined ? [] : [sql`kind_id = ${await kindIdOf(connection, kind)}`]),
    ...duplicates.map(({ column, value }) => sql`${column} = ${connection.engine.indexValue(value)}`),
  ]
}

async function removeRows(connection: Connection, [name, value]: IndexRow, seqs: readonly number[]): Promise<void> {
  const stored = connection.engine.indexValue(value)
  await connection.run(sql`DELETE FROM node_index WHERE seq IN ${among(seqs)} AND name = ${name} AND value = ${stored}`)
}

/**
 * Inserts rows. A statement inserts either many rows that each belong to one object, or one row that belongs to many
 * objects.
 */
async function addRows(connection: Connection, rows: readonly Shared[], slice: TimeSlice): Promise<void> {
  const isSingle = ({ seqs }: Shared) => seqs.length === 1
  const singles = rows.filter(isSingle).flatMap(({ row, seqs }) => seqs.map(seq => [seq, ...row] as const))
  await insertRows(connection, singles)
  for (const shared of rows) {
    if (isSingle(shared)) continue
    if (slice.isOver()) await slice.next()
    const [name, value] = shared.row
    await connection.run(sql`
      INSERT INTO node_index (seq, name, value)
      SELECT value, ${name}, ${connection.engine.indexValue(value)} FROM ${rowsOf(shared.seqs)}`)
  }
}

/**
 * Collects documents and catalog entries to write many of them in one statement, which takes two thirds of the time
 * of separate statements.
 */
function createTextRows(connection: Connection) {
  const docs = createBuffer(rows => connection.run(replaceDocs(rows)))
  const entries = createBuffer(rows => connection.run(replaceEntries(rows)))
  return {
    setDoc: (seq: number, doc: string) => docs.add(sql`(${seq}, ${doc})`, doc.length),
    setEntry: (seq: number, columns: string, indexes: string) =>
      entries.add(sql`(${seq}, '', ${columns}, ${indexes})`, columns.length + indexes.length),
    write: async () => {
      await docs.write()
      await entries.write()
    },
  }
}

/** The maximum size of a statement in rows and characters. Longer statements would delay other requests. */
const maxStatement = { rows: 16, length: 100_000 }

function createBuffer(send: (rows: Sql) => unknown) {
  let buffer: Sql[] = []
  let length = 0
  const write = async () => {
    if (buffer.length > 0) await send(list(buffer))
    buffer = []
    length = 0
  }
  const add = async (row: Sql, rowLength: number) => {
    buffer.push(row)
    length += rowLength
    if (buffer.length === maxStatement.rows || length > maxStatement.length) await write()
  }
  return { add, write }
}

// These statements only update rows, because all rows already exist. Columns that are not listed remain unchanged.
const replaceDocs = (rows: Sql): Sql => sql`
  INSERT INTO node_doc (seq, doc) VALUES ${rows} ON CONFLICT (seq) DO UPDATE SET doc = excluded.doc`
const replaceEntries = (rows: Sql): Sql => sql`
  INSERT INTO node_entry (seq, words_digest, columns, indexes) VALUES ${rows}
  ON CONFLICT (seq) DO UPDATE SET columns = excluded.columns, indexes = excluded.indexes`
