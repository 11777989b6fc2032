import { type Connection, hasRow, type Rows, type Sql, sql } from './sql.js'
import type { Writer } from './writing/writer.js'

/** A lock that expires, and that only one holder can have at a time. */
export interface Lease {
  /**
   * Acquires or renews the lease for a number of milliseconds. Returns false if a different holder has the lease. To
   * reduce writes, a lease is renewed only if less than half of its duration remains.
   */
  take(holder: string, milliseconds: number): Promise<boolean>
  release(holder: string): Promise<void>
  isHeldBy(connection: Connection, holder: string): Promise<boolean>
}

/** Creates the lease with the given name. All times are read from the clock of the database. */
export function leaseNamed(name: string, reader: Rows, writer: Writer): Lease {
  return {
    take: async (holder, milliseconds) => {
      const current = await reader.row<{ holder: string; remaining: number }>(
        sql`SELECT holder, ends - {clock} AS remaining FROM lease WHERE name = ${name}`,
      )
      if (current && current.holder !== holder && current.remaining > 0) return false
      if (current && current.holder === holder && current.remaining > milliseconds / 2) return true
      return writer.write(async connection => (await connection.run(taken(name, holder, milliseconds))) > 0)
    },
    release: async holder => {
      // If the holder does not have the lease, nothing is written, because a write would start a checkpoint while the
      // process stops.
      if (!(await reader.row(held(name, holder)))) return
      const released = sql`DELETE FROM lease WHERE name = ${name} AND holder = ${holder}`
      await writer.write(async connection => void (await connection.run(released)))
    },
    isHeldBy: (connection, holder) => hasRow(connection, held(name, holder)),
  }
}

const held = (name: string, holder: string): Sql =>
  sql`SELECT 1 FROM lease WHERE name = ${name} AND holder = ${holder} AND ends > {clock}`

const taken = (name: string, holder: string, milliseconds: number): Sql => sql`
  INSERT INTO lease AS known (name, holder, ends) VALUES (${name}, ${holder}, {clock} + ${milliseconds})
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
  WHERE known.holder = excluded.holder OR known.ends <= {clock}`
