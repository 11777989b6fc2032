import type { JsonObject } from '@plenum/core'
import { ScrollArea } from '../content/table.js'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import type { BlockProps } from './blockProps.js'
import { Slate } from './slate.js'

/** A table with Slate text in its cells. A wide table scrolls by itself instead of widening the page. */
export function SlateTable({ page, block }: BlockProps) {
  const table = objectOf(block.table)
  const rows = objectsOf(table.rows)
  const [head, body] = table.hideHeaders === true ? [[], rows] : [rows.slice(0, 1), rows.slice(1)]
  return (
    <ScrollArea label={say(page, 'page.table')}>
      <table>
        {head.length > 0 && <thead>{head.map(Row)}</thead>}
        <tbody>
          <Rows rows={body} draw={Row} />
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Row(row: JsonObject) {
  return (
    <tr>
      {objectsOf(row.cells).map(cell => {
        const Name = textOf(cell.type) === 'header' ? 'th' : 'td'
        return (
          <Name>
            <Slate value={cell.value} depth={1} />
          </Name>
        )
      })}
    </tr>
  )
}
