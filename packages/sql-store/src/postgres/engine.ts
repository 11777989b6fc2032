import type { Instant } from '@plenum/core'
import type { Engine } from '../shared/connection.js'
import type { IndexRow } from '../shared/rows/indexRow.js'
import { indexesText } from '../shared/rows/indexRows.js'
import { sql } from '../shared/sql.js'
import { clearBallots, replaceBallots } from './ballots/changeBallots.js'
import type { Rows } from './rows.js'
import { wordRowsOf } from './search/wordRows.js'
import { storedValue } from './storedValue.js'

export const engineOf = (rows: Rows): Engine => ({
  indexValue: storedValue,
  recordRow: (seq, record) => sql`(${seq}, ${record.workflow}, ${record.time}, ${JSON.stringify(record)})`,
  leaveGroup: id => leaveGroup(rows, id),
  touchEntry: (seq, modified) => touchEntry(rows, seq, modified),
  words: wordRowsOf(rows),
  clearBallots: (change, slice) => clearBallots(rows, change, slice),
  replaceBallots: (change, slice) => replaceBallots(rows, change, slice),
})

async function leaveGroup(rows: Rows, group: string): Promise<void> {
  const users = await rows.rows<{ id: string; doc: string }>(
    sql`SELECT id, doc FROM "user" WHERE ${group} = ANY (groups) ORDER BY id`,
  )
  for (const { id, doc } of users) {
    const user = JSON.parse(doc) as { readonly groups: readonly string[] }
    const remaining = JSON.stringify({ ...user, groups: user.groups.filter(member => member !== group) })
    await rows.run(sql`UPDATE "user" SET doc = ${remaining} WHERE id = ${id}`)
  }
}

async function touchEntry(rows: Rows, seq: number, modified: Instant): Promise<void> {
  const stored = await rows.row<{ columns: string; indexes: string }>(
    sql`SELECT columns, indexes FROM node_entry WHERE seq = ${seq}`,
  )
  if (!stored) return
  const columns = JSON.stringify({ ...JSON.parse(stored.columns), modified })
  await rows.run(sql`
    UPDATE node_entry SET columns = ${columns}, indexes = ${indexesAt(stored.indexes, modified)} WHERE seq = ${seq}`)
}

/** Changes the modification time in a text of `indexesText`. */
function indexesAt(indexes: string, modified: Instant): string {
  const rows = JSON.parse(indexes) as readonly IndexRow[]
  const renewed: IndexRow = ['modified', modified]
  const isIndexed = rows.some(([name]) => name === 'modified')
  return indexesText(isIndexed ? rows.map(row => (row[0] === 'modified' ? renewed : row)) : [...rows, renewed])
}
