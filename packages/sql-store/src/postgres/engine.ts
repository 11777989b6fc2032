import type { Instant } from '@plenum/core'
import { type IndexRow, indexesText } from '../change/indexRows.js'
import type { Connection, Engine } from '../connection.js'
import { sql } from '../sql.js'
import { clearBallots, replaceBallots } from './ballots/changeBallots.js'
import { storedValue } from './storedValue.js'
import { wordRowsOf } from './wordRowsOf.js'

export type Rows = Pick<Connection, 'rows' | 'row' | 'run'>

export const engineOf = (rows: Rows): Engine => ({
  indexValue: storedValue,
  recordRow: (seq, record) => sql`(${seq}, ${record.workflow}, ${record.time}, ${JSON.stringify(record)})`,
  leaveGroup: id => leaveGroup(rows, id),
  touchEntry: (seq, modified) => touchEntry(rows, seq, modified),
  words: wordRowsOf(rows),
  clearBallots: (change, turn) => clearBallots(rows, change, turn),
  replaceBallots: (change, turn) => replaceBallots(rows, change, turn),
})

async function leaveGroup(rows: Rows, group: string): Promise<void> {
  const users = await rows.rows<{ id: string; doc: string }>(
    sql`SELECT id, doc FROM "user" WHERE ${group} = ANY (groups) ORDER BY id`,
  )
  for (const { id, doc } of users) {
    const user = JSON.parse(doc) as { readonly groups: readonly string[] }
    const left = JSON.stringify({ ...user, groups: user.groups.filter(one => one !== group) })
    await rows.run(sql`UPDATE "user" SET doc = ${left} WHERE id = ${id}`)
  }
}

async function touchEntry(rows: Rows, seq: number, modified: Instant): Promise<void> {
  const known = await rows.row<{ columns: string; indexes: string }>(
    sql`SELECT columns, indexes FROM node_entry WHERE seq = ${seq}`,
  )
  if (!known) return
  const columns = JSON.stringify({ ...JSON.parse(known.columns), modified })
  await rows.run(sql`
    UPDATE node_entry SET columns = ${columns}, indexes = ${indexesAt(known.indexes, modified)} WHERE seq = ${seq}`)
}

/** Changes the modification time in a text of `indexesText`. */
function indexesAt(indexes: string, modified: Instant): string {
  const rows = JSON.parse(indexes) as readonly IndexRow[]
  const renewed: IndexRow = ['modified', modified]
  const isKnown = rows.some(([name]) => name === 'modified')
  return indexesText(isKnown ? rows.map(row => (row[0] === 'modified' ? renewed : row)) : [...rows, renewed])
}
