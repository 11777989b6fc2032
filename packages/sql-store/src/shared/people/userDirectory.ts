import {
  fold,
  type LoginOriginUse,
  type NewEvent,
  type Portrait,
  type User,
  type UserDirectory,
  type UserFilter,
} from '@plenum/core/ports'
import { appendEvents } from '../events/eventRows.js'
import { type Awaitable, allOf, among, type Connection, hasRow, oneOf, type Sql, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'
import { addition, changePeople, groupsIn, holdersOf, replacement } from './changePeople.js'
import { accountIn, endLogin } from './endedLogins.js'

/**
 * Creates the directory of users, which are stored as JSON with case-folded strings for searches. Reads use a
 * separate connection, because a request that already occupies a reader of the pool must not wait for another reader.
 */
export function userDirectory(
  reader: Connection,
  writer: Writer,
  state: () => Awaitable<{ readonly people: string }>,
): UserDirectory {
  const select = async (query: Sql) =>
    (await reader.rows<{ doc: string }>(query)).map(({ doc }) => JSON.parse(doc) as User)
  /**
   * Runs `write` in a transaction, which is rolled back if `write` returns null. Otherwise, adds the returned events
   * to the change feed.
   */
  const writesIf = async (write: (connection: Connection) => Promise<readonly NewEvent[] | null>) => {
    const events = await writer.write(
      async connection => {
        const written = await write(connection)
        if (written) await appendEvents(connection, 'people', written)
        return written
      },
      written => written !== null,
    )
    return events !== null
  }
  const writes = (query: Sql, event?: NewEvent) =>
    writesIf(async connection => ((await connection.run(query)) > 0 ? (event ? [event] : []) : null))
  return {
    state: async () => (await state()).people,
    user: async id => (await select(sql`SELECT doc FROM "user" WHERE id = ${id}`))[0] ?? null,
    users: filter =>
      select(sql`SELECT u.doc FROM "user" u WHERE ${filterOf(filter)} ORDER BY u.id LIMIT ${filter.limit}`),
    add: (user, event) => writes(addition(user), event),
    replace: user => writes(replacement(user)),
    lastLoginFrom: async place => (await reader.row<{ used: number }>(selectPlace(place)))?.used ?? null,
    storeLoginOrigin: (user, use) => writer.write(connection => storeLoginPlace(connection, user, use)),
    account: (id, login) => accountIn(reader, id, login),
    endLogin: async (id, end) =>
      void (await writesIf(async connection => ((await endLogin(connection, id, end)) ? [] : null))),
    portrait: async id => {
      const row = await reader.row<PortraitRow>(portraitOf(id))
      return row ? { ...row, bytes: new Uint8Array(row.bytes) } : null
    },
    hadUser: id => hasRow(reader, sql`SELECT 1 FROM former_user WHERE id = ${id}`),
    groups: ids => groupsIn(reader, ids),
    change: (ids, decide) => writesIf(connection => changePeople(connection, ids, decide)),
  }
}

type PortraitRow = Omit<Portrait, 'bytes'> & { readonly bytes: ArrayBuffer | Uint8Array }

const portraitOf = (id: string): Sql =>
  sql`SELECT digest, content_type AS "contentType", bytes FROM portrait WHERE user_id = ${id}`

function filterOf({ search, id, email, groups, holders, after }: UserFilter): Sql {
  const conditions: Sql[] = []
  if (search !== undefined) {
    const columns = [sql`u.folded_id`, sql`u.folded_fullname`, sql`u.folded_email`]
    conditions.push(oneOf(columns.map(column => contains(column, search))))
  }
  if (id !== undefined) conditions.push(contains(sql`u.folded_id`, id))
  if (email !== undefined) conditions.push(sql`u.folded_email = ${fold(email)}`)
  if (groups) conditions.push(sql`EXISTS (SELECT 1 FROM {groups of u} g WHERE g.value IN ${among(groups)})`)
  if (holders) conditions.push(holdersOf(holders))
  if (after !== undefined) conditions.push(sql`u.id > ${after}`)
  return allOf(conditions)
}

const contains = (column: Sql, part: string): Sql => sql`{instr}(${column}, ${fold(part)}) > 0`

const selectPlace = (place: string): Sql => sql`SELECT used FROM login_place WHERE place = ${place}`

/**
 * Stores the network from which a user has logged in. The stamp of users and groups does not change, because this
 * network does not affect responses.
 */
async function storeLoginPlace(
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
