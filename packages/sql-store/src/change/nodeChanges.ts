import type { Turn } from '@plenum/core'
import type { Connection } from '../connection.js'
import type { Repeated } from '../indexValues.js'
import { among, list, rowsOf, type Sql, sql } from '../sql.js'
import { accessIdOf } from './access.js'
import { type IndexRow, insertRows, keyOf } from './indexRows.js'
import { kindIdOf } from './kindRows.js'
import { insertRecords, type RecordRow } from './recordRows.js'
import { createTextRows, type TextRows } from './textRows.js'

/** Collects changes of several existing objects. */
export interface NodeChanges extends Pick<TextRows, 'setDoc' | 'setEntry'> {
  raiseRevision(seq: number): void
  addRecords(rows: readonly RecordRow[]): void
  /** `holders` is a text of `holdersText`. */
  setHolders(seq: number, holders: string): void
  /** `kind` is a text of `kindText`. */
  setKind(seq: number, kind: string): void
  removeRow(seq: number, row: IndexRow): void
  addRow(seq: number, row: IndexRow): void
  /** Sets the columns of the node that duplicate its index values. */
  repeat(seq: number, columns: readonly Repeated[]): void
  /** Writes the collected changes, yielding between time slices. */
  write(turn: Turn): Promise<void>
}

/** Changed columns of a node: revision, access, kind and sort keys. */
interface Columns {
  readonly isRaised?: boolean
  readonly holders?: string | undefined
  readonly kind?: string | undefined
  readonly repeated?: readonly Repeated[]
}

interface Shared {
  readonly row: IndexRow
  readonly seqs: number[]
}

/**
 * Groups equal changes, because the objects of a relocated subtree all lose and gain the same values: one statement for
 * a value and all its objects takes a third of the time of one statement for each.
 */
export function createNodeChanges(connection: Connection): NodeChanges {
  const records: RecordRow[] = []
  const texts = createTextRows(connection)
  const columns = new Map<number, Columns>()
  const set = (seq: number, some: Columns) => void columns.set(seq, { ...columns.get(seq), ...some })
  const [removed, added] = [new Map<string, Shared>(), new Map<string, Shared>()]
  const note = (rows: Map<string, Shared>, seq: number, row: IndexRow) => {
    const shared = rows.get(keyOf(row)) ?? { row, seqs: [] }
    rows.set(keyOf(row), shared)
    shared.seqs.push(seq)
  }
  return {
    setDoc: texts.setDoc,
    setEntry: texts.setEntry,
    raiseRevision: seq => set(seq, { isRaised: true }),
    addRecords: rows => void records.push(...rows),
    setHolders: (seq, holders) => set(seq, { holders }),
    setKind: (seq, kind) => set(seq, { kind }),
    removeRow: (seq, row) => note(removed, seq, row),
    addRow: (seq, row) => note(added, seq, row),
    repeat: (seq, repeated) => void (repeated.length > 0 && set(seq, { repeated })),
    write: async turn => {
      await texts.write()
      await insertRecords(connection, records)
      await writeColumns(connection, columns, turn)
      for (const { row, seqs } of removed.values()) {
        if (turn.isOver()) await turn.next()
        await removeRows(connection, row, seqs)
      }
      await addRows(connection, [...added.values()], turn)
    },
  }
}

/** One UPDATE for all columns, since many indexes contain them. */
async function writeColumns(connection: Connection, columns: ReadonlyMap<number, Columns>, turn: Turn): Promise<void> {
  const groups = new Map<string, { readonly sets: Sql; readonly seqs: number[] }>()
  for (const [seq, own] of columns) {
    const key = JSON.stringify([own.isRaised, own.holders, own.kind, own.repeated])
    const known = groups.get(key)
    if (known) known.seqs.push(seq)
    else groups.set(key, { sets: list(await setsOf(connection, own)), seqs: [seq] })
  }
  for (const { sets, seqs } of groups.values()) {
    if (turn.isOver()) await turn.next()
    await connection.run(sql`UPDATE node SET ${sets} WHERE seq IN ${among(seqs)}`)
  }
}

async function setsOf(
  connection: Connection,
  { isRaised, holders, kind, repeated = [] }: Columns,
): Promise<readonly Sql[]> {
  return [
    ...(isRaised ? [sql`revision = revision + 1`] : []),
    ...(holders === undefined ? [] : [sql`access_id = ${await accessIdOf(connection, holders)}`]),
    ...(kind === undefined ? [] : [sql`kind_id = ${await kindIdOf(connection, kind)}`]),
    ...repeated.map(({ column, value }) => sql`${column} = ${connection.engine.indexValue(value)}`),
  ]
}

async function removeRows(connection: Connection, [name, value]: IndexRow, seqs: readonly number[]): Promise<void> {
  const stored = connection.engine.indexValue(value)
  await connection.run(sql`DELETE FROM node_index WHERE seq IN ${among(seqs)} AND name = ${name} AND value = ${stored}`)
}

/** Objects with values of their own share one statement; values of several objects get one each. */
async function addRows(connection: Connection, added: readonly Shared[], turn: Turn): Promise<void> {
  const isOwn = ({ seqs }: Shared) => seqs.length === 1
  await insertRows(
    connection,
    added.filter(isOwn).flatMap(({ row, seqs }) => seqs.map(seq => [seq, ...row] as const)),
  )
  for (const shared of added) {
    if (isOwn(shared)) continue
    if (turn.isOver()) await turn.next()
    const [name, value] = shared.row
    await connection.run(sql`
      INSERT INTO node_index (seq, name, value)
      SELECT value, ${name}, ${connection.engine.indexValue(value)} FROM ${rowsOf(shared.seqs)}`)
  }
}
