import type { Connection } from '../connection.js'
import { isRepeated, repeatIndexes } from '../indexValues.js'
import { among, sql } from '../sql.js'
import { accessIdOf } from './access.js'
import { type IndexRow, insertRows, keyOf } from './indexRows.js'
import { insertRecords, type RecordRow } from './recordRows.js'

/** Changes of several objects that are there already. */
export interface NodeChanges {
  raiseRevision(seq: number): void
  addRecords(rows: readonly RecordRow[]): void
  /** `holders` is a text of `holdersText`. */
  setHolders(seq: number, holders: string): void
  removeRow(seq: number, row: IndexRow): void
  addRow(seq: number, row: IndexRow): void
  /** Writes what was gathered. */
  write(): void
}

interface Shared {
  readonly row: IndexRow
  readonly seqs: number[]
}

/**
 * Gathers changes, because objects below one that moves all lose and get the same: one statement for a value and all its
 * objects takes a third of the time of one for each.
 */
export function createNodeChanges(connection: Connection): NodeChanges {
  const raised: number[] = []
  const records: RecordRow[] = []
  const holders = new Map<string, number[]>()
  const [removed, added] = [new Map<string, Shared>(), new Map<string, Shared>()]
  const repeated = new Set<number>()
  const note = (rows: Map<string, Shared>, seq: number, row: IndexRow) => {
    const shared = rows.get(keyOf(row)) ?? { row, seqs: [] }
    rows.set(keyOf(row), shared)
    shared.seqs.push(seq)
    if (isRepeated(row[0])) repeated.add(seq)
  }
  return {
    raiseRevision: seq => void raised.push(seq),
    addRecords: rows => void records.push(...rows),
    setHolders: (seq, text) => void holders.set(text, [...(holders.get(text) ?? []), seq]),
    removeRow: (seq, row) => note(removed, seq, row),
    addRow: (seq, row) => note(added, seq, row),
    write: () => {
      if (raised.length > 0) connection.run(sql`UPDATE node SET revision = revision + 1 WHERE seq IN ${among(raised)}`)
      insertRecords(connection, records)
      for (const [text, seqs] of holders)
        connection.run(sql`UPDATE node SET access_id = ${accessIdOf(connection, text)} WHERE seq IN ${among(seqs)}`)
      for (const { row, seqs } of removed.values()) removeRows(connection, row, seqs)
      addRows(connection, [...added.values()])
      for (const seq of repeated) connection.run(repeatIndexes(seq))
    },
  }
}

function removeRows(connection: Connection, [name, value]: IndexRow, seqs: readonly number[]): void {
  connection.run(sql`DELETE FROM node_index WHERE seq IN ${among(seqs)} AND name = ${name} AND value = ${value}`)
}

/** Values of one object share a statement, and objects of one value. */
function addRows(connection: Connection, added: readonly Shared[]): void {
  const isOwn = ({ seqs }: Shared) => seqs.length === 1
  insertRows(
    connection,
    added.filter(isOwn).flatMap(({ row, seqs }) => seqs.map(seq => [seq, ...row] as const)),
  )
  for (const shared of added) {
    if (isOwn(shared)) continue
    const [name, value] = shared.row
    connection.run(sql`
      INSERT INTO node_index (seq, name, value)
      SELECT value, ${name}, ${value} FROM json_each(${JSON.stringify(shared.seqs)})`)
  }
}
