import type { PageOf } from '@plenum/core'
import { Table } from '../content/table.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { say } from '../say.js'
import { Rows } from '../slices/rows.js'
import type { Step } from './path.js'

export type ListedRecord = Pick<Step, 'actor' | 'comments' | 'time' | 'title' | 'planned_by'> &
  Partial<Pick<Step, 'workflow'>>

interface RecordsProps {
  readonly page: PageOf<'workflow'>
  readonly records: readonly ListedRecord[]
  /** Whether each time is a link to the diagrams for that time. */
  readonly hasDiagrams: boolean
}

/**
 * Renders a table of the records, newest first. If there are several workflows, an additional column shows the
 * workflow.
 */
export function Records({ page, records, hasDiagrams }: RecordsProps) {
  if (records.length === 0) return null
  const hasSeveral = new Set(records.map(({ workflow }) => workflow?.id)).size > 1
  const columns = [
    say(page, 'page.when'),
    ...(hasSeveral ? [say(page, 'page.workflow')] : []),
    ...[say(page, 'page.state'), say(page, 'page.who'), say(page, 'page.comment')],
  ]
  return (
    <section>
      <h2>{say(page, 'page.history')}</h2>
      <Table label={say(page, 'page.history')} class="stacked" columns={columns}>
        <Rows
          rows={records.toReversed()}
          draw={record => (
            <tr>
              <td>
                <Time page={page} time={record.time} isLink={hasDiagrams} />
              </td>
              {hasSeveral && <td>{record.workflow?.title}</td>}
              <td>{record.title}</td>
              <td>{actorOf(page, record)}</td>
              <td>{record.comments}</td>
            </tr>
          )}
        />
      </Table>
    </section>
  )
}

function actorOf(page: PageOf<'workflow'>, { actor, planned_by: planner }: ListedRecord): string {
  if (planner === undefined) return actor
  return planner === null ? say(page, 'page.timed') : say(page, 'page.planned-by', { user: planner })
}

function Time({ page, time, isLink }: { page: PageOf<'workflow'>; time: string; isLink: boolean }) {
  const text = <time dateTime={time}>{formatInstant(time, 'dayAndTime', page.language, zoneOf(page))}</time>
  return isLink ? <a href={`${page.address}?at=${encodeURIComponent(time)}`}>{text}</a> : text
}
