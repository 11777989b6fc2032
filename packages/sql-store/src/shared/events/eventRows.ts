import type { ChangeEvent, EventQuery, EventRetention, FeedState, MarkedEvent, NewEvent } from '@plenum/core/ports'
import { allOf, type Connection, type Sql, sql, unionAll } from '../sql.js'

/**
 * The columns of `store` that transactions renew: `stamp` for changes to content, and `people` for changes to users
 * and groups. The new value marks the events of the transaction.
 */
type Stamp = 'stamp' | 'people'

const columns: Readonly<Record<Stamp, Sql>> = { stamp: sql`stamp`, people: sql`people` }

const eventsAtOnce = 20

/**
 * Renews a stamp and adds events to the change feed. Each transaction locks the row of `store` until the transaction
 * ends, so positions have no gaps and follow the order of commits.
 */
export async function appendEvents(connection: Connection, stamp: Stamp, events: readonly NewEvent[]): Promise<void> {
  const column = columns[stamp]
  if (events.length === 0) return void (await connection.run(sql`UPDATE store SET ${column} = {random text}`))
  await connection.run(sql`UPDATE store SET ${column} = {random text}, position = position + ${events.length}`)
  for (let start = 0; start < events.length; start += eventsAtOnce) {
    const rows = events
      .slice(start, start + eventsAtOnce)
      .map((event, i) => rowOf(event, { column, distance: events.length - 1 - start - i }))
    await connection.run(sql`INSERT INTO event (position, time, kind, mark, doc) ${unionAll(rows)}`)
  }
}

interface Place {
  readonly column: Sql
  /** The number of events that follow this event in the transaction. */
  readonly distance: number
}

function rowOf({ time, kind, ...doc }: NewEvent, { column, distance }: Place): Sql {
  return sql`
    SELECT s.position - ${distance}, CAST(${time} AS bigint), CAST(${kind} AS text), s.${column}, CAST(${JSON.stringify(doc)} AS text)
    FROM store s`
}

interface EventRow {
  readonly position: number
  readonly time: number
  readonly kind: ChangeEvent['kind']
  readonly mark: string
  readonly doc: string
}

export async function findEvents(connection: Connection, query: EventQuery): Promise<readonly MarkedEvent[]> {
  const { after = 0, before, isAdministrative, isDescending, limit } = query
  const conditions = [sql`position > ${after}`]
  if (before !== undefined) conditions.push(sql`position < ${before}`)
  if (isAdministrative) conditions.push({ text: isAdministrativeRow, values: [] })
  const order = isDescending ? sql`DESC` : sql`ASC`
  const rows = await connection.rows<EventRow>(sql`
    SELECT position, time, kind, mark, doc FROM event WHERE ${allOf(conditions)}
    ORDER BY position ${order} LIMIT ${limit}`)
  return rows.map(({ position, time, kind, mark, doc }) => {
    return { event: { position, time, kind, ...(JSON.parse(doc) as Omit<NewEvent, 'time' | 'kind'>) }, mark }
  })
}

/**
 * The condition of the partial index `event_administrative`, which contains the events with a kind in
 * `administrativeKinds`.
 */
const isAdministrativeRow = `kind IN ('sharing', 'people', 'settings', 'types', 'import', 'invalidation')`

export async function feedState(connection: Connection): Promise<FeedState> {
  const row = await connection.row<FeedState>(sql`
    SELECT s.feed AS id, s.position AS newest, (SELECT min(e.position) FROM event e) AS oldest FROM store s`)
  return row ? { id: row.id, newest: row.newest, oldest: row.oldest } : { id: '', newest: 0, oldest: null }
}

export async function trimEvents(
  connection: Connection,
  { before, count }: EventRetention,
  limit: number,
): Promise<number> {
  const oldest = await connection.rows<{ position: number; time: number }>(
    sql`SELECT position, time FROM event ORDER BY position LIMIT ${limit}`,
  )
  const { newest } = await feedState(connection)
  const young = oldest.findIndex(({ position, time }) => position > newest - count && time >= before)
  const last = oldest[(young === -1 ? oldest.length : young) - 1]
  if (!last) return 0
  return connection.run(sql`DELETE FROM event WHERE position <= ${Math.min(last.position, newest - 1)}`)
}
