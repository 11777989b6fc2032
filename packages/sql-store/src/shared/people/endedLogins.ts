import {
  type Account,
  type EndedLogins,
  hasEnded,
  type IssuedLogin,
  type LoginEnd,
  maxEndedLogins,
  noEndedLogins,
} from '@plenum/core/ports'
import { among, type Connection, hasRow, type Sql, sql } from '../sql.js'

/**
 * The maximum number of expired rows that a change deletes. It is greater than the number of rows that a change adds,
 * so that expired rows do not accumulate.
 */
const maxRemoved = 100

export async function accountIn(connection: Connection, id: string, login: IssuedLogin): Promise<Account | null> {
  const row = await connection.row<{ doc: string; ended: string; isListed: number | boolean }>(sql`
    SELECT doc, ended_logins AS ended, EXISTS (
      SELECT 1 FROM ended_login WHERE user_id = ${id} AND login = ${login.id}
    ) AS "isListed" FROM "user" WHERE id = ${id}`)
  if (!row) return null
  return { user: JSON.parse(row.doc), hasEnded: Boolean(row.isListed) || hasEnded(columnValue(row.ended), login) }
}

/** Ends a login of a user. Returns false if the user does not exist. */
export async function endLogin(connection: Connection, user: string, { id, until, now }: LoginEnd): Promise<boolean> {
  const added = await connection.run(sql`
    INSERT INTO ended_login (user_id, login, until) SELECT id, ${id}, CAST(${until} AS bigint) FROM "user" WHERE id = ${user}
    ON CONFLICT (user_id, login) DO UPDATE SET until = excluded.until`)
  if (added === 0) return false
  await connection.run(sql`
    DELETE FROM ended_login WHERE (user_id, login) IN (
      SELECT user_id, login FROM ended_login WHERE until <= ${now} ORDER BY until LIMIT ${maxRemoved}
    )`)
  if ((await countOf(connection, user, now)) > maxEndedLogins) await endAll(connection, user, now)
  return true
}

async function countOf(connection: Connection, user: string, now: number): Promise<number> {
  const row = await connection.row<{ count: number }>(
    sql`SELECT count(*) AS count FROM ended_login WHERE user_id = ${user} AND until > ${now}`,
  )
  return row?.count ?? 0
}

async function endAll(connection: Connection, user: string, before: number): Promise<void> {
  await connection.run(sql`DELETE FROM ended_login WHERE user_id = ${user}`)
  await connection.run(columnOf(user, before))
}

/**
 * Returns SQL that stores the instant `before`. All logins of the user that began before this instant have ended.
 * Logins that ended individually are stored in separate rows.
 */
const columnOf = (user: string, before: number): Sql =>
  sql`UPDATE "user" SET ended_logins = ${JSON.stringify({ before, until: {} })} WHERE id = ${user}`

const columnValue = (text: string): EndedLogins => (text === '' ? noEndedLogins : JSON.parse(text))

export interface StoredEnds {
  readonly id: string
  readonly ended: string
}

export async function endedLoginsOf(
  connection: Connection,
  users: readonly StoredEnds[],
): Promise<ReadonlyMap<string, EndedLogins>> {
  const ends = new Map(users.map(({ id, ended }) => [id, columnValue(ended)]))
  if (!(await hasRow(connection, sql`SELECT 1 FROM {tables} t WHERE t.name = 'ended_login'`))) return ends
  const listed = new Map<string, [string, number][]>()
  const rows = await connection.rows<{ user: string; login: string; until: number }>(sql`
    SELECT user_id AS "user", login, until FROM ended_login WHERE user_id IN ${among(users.map(({ id }) => id))}
    ORDER BY user_id, login`)
  for (const { user, login, until } of rows) {
    const untils = listed.get(user) ?? []
    untils.push([login, until])
    listed.set(user, untils)
  }
  for (const [user, untils] of listed)
    ends.set(user, { before: ends.get(user)?.before ?? 0, until: Object.fromEntries(untils) })
  return ends
}

export async function fillEndedLogins(connection: Connection, user: string, ended: EndedLogins): Promise<void> {
  if (ended.before > 0) await connection.run(columnOf(user, ended.before))
  for (const [login, until] of Object.entries(ended.until))
    await connection.run(sql`INSERT INTO ended_login (user_id, login, until) VALUES (${user}, ${login}, ${until})`)
}
