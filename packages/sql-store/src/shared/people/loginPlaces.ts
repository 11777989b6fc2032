import type { LoginOriginUse } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { type Sql, sql } from '../sql.js'

export const selectPlace = (place: string): Sql => sql`SELECT used FROM login_place WHERE place = ${place}`

/** The stamp of users and groups stays unchanged: no answer depends on login places. */
export async function storeLoginPlace(
  connection: Connection,
  user: string,
  { origin: location, time, since, limit: most }: LoginOriginUse,
): Promise<void> {
  await connection.run(sql`
    INSERT INTO login_place (place, user_id, used)
    SELECT ${location}, id, ${time} FROM "user" WHERE id = ${user}
    ON CONFLICT (place) DO UPDATE SET user_id = excluded.user_id, used = excluded.used`)
  await connection.run(sql`
    DELETE FROM login_place WHERE user_id = ${user} AND (used < ${since} OR place NOT IN (
      SELECT place FROM login_place WHERE user_id = ${user} ORDER BY used DESC, place LIMIT ${most}
    ))`)
}
