import type { Subscription, SubscriptionStore } from '@plenum/core/ports'
import { type Connection, type Sql, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'

const columns = sql`name, position, attempts, retry_at AS "retryAt", error, parked_at AS "parkedAt", lease_ends AS "leaseEnds"`

const select = (where: Sql): Sql => sql`SELECT ${columns} FROM subscription WHERE ${where} ORDER BY name`

/** Returns the subscription in a row. Additional keys, which some drivers add to rows, are omitted. */
const subscriptionOf = ({ name, position, ...row }: Subscription): Subscription => ({
  name,
  position,
  attempts: row.attempts,
  retryAt: row.retryAt,
  error: row.error,
  parkedAt: row.parkedAt,
  leaseEnds: row.leaseEnds,
})

export async function listSubscriptions(connection: Connection): Promise<readonly Subscription[]> {
  return (await connection.rows<Subscription>(select(sql`true`))).map(subscriptionOf)
}

/**
 * Creates the store of subscriptions. Each method runs in one transaction of the writer, so that calls from different
 * processes are never interleaved.
 */
export function subscriptionStore(writer: Writer): SubscriptionStore {
  const writes = (query: Sql): Promise<boolean> => writer.write(async connection => (await connection.run(query)) > 0)
  return {
    lease: (name, { owner, now, ends }) =>
      writer.write(async connection => {
        await connection.run(sql`
          INSERT INTO subscription (name, position) SELECT ${name}, s.position FROM store s WHERE true
          ON CONFLICT (name) DO NOTHING`)
        const leased = await connection.run(sql`
          UPDATE subscription SET owner = ${owner}, lease_ends = ${ends}
          WHERE name = ${name} AND (owner IS NULL OR owner = ${owner} OR lease_ends <= ${now})`)
        const [row] = leased > 0 ? await connection.rows<Subscription>(select(sql`name = ${name}`)) : []
        return row ? subscriptionOf(row) : null
      }),
    endLease: (name, owner, { position, attempts, retryAt, error, parkedAt }) =>
      writes(sql`
        UPDATE subscription SET owner = NULL, lease_ends = NULL, position = ${position}, attempts = ${attempts},
          retry_at = CAST(${retryAt} AS bigint), error = CAST(${error} AS text), parked_at = CAST(${parkedAt} AS bigint)
        WHERE name = ${name} AND owner = ${owner}`),
    resume: name =>
      writes(sql`
        UPDATE subscription SET attempts = 0, retry_at = NULL, error = NULL, parked_at = NULL
        WHERE name = ${name} AND parked_at IS NOT NULL`),
    forget: name => writes(sql`DELETE FROM subscription WHERE name = ${name}`),
  }
}
