import {
  fold,
  type Group,
  type Holders,
  type NewEvent,
  type PeopleChange,
  type PeopleSnapshot,
  type Portrait,
  type User,
} from '@plenum/core/ports'
import { among, type Connection, hasRow, type Sql, sql } from '../sql.js'

/**
 * Writes a change to users and groups. Returns the events of the change, or null if the caller must roll back the
 * transaction.
 */
export async function changePeople(
  connection: Connection,
  ids: readonly string[],
  decide: (people: PeopleSnapshot) => PeopleChange,
): Promise<readonly NewEvent[] | null> {
  const rows = await connection.rows<{ doc: string }>(sql`SELECT doc FROM "user" WHERE id IN ${among(ids)}`)
  const users = rows.map(({ doc }) => JSON.parse(doc) as User)
  const change = decide({ users: new Map(users.map(user => [user.id, user])), groups: await groupsIn(connection) })
  for (const write of writesOf(change)) await connection.run(write)
  for (const id of change.removedGroups ?? []) await leaveGroup(connection, id)
  const { remaining, events = [] } = change
  const isRefused =
    remaining && !(await hasRow(connection, sql`SELECT 1 FROM "user" u WHERE ${holdersOf(remaining)} LIMIT 1`))
  return isRefused ? null : events
}

async function leaveGroup(connection: Connection, group: string): Promise<void> {
  const members = await connection.rows<{ id: string; doc: string }>(sql`
    SELECT u.id, u.doc FROM "user" u
    WHERE EXISTS (SELECT 1 FROM {groups of u} g WHERE g.value = ${group}) ORDER BY u.id`)
  for (const { id, doc } of members) {
    const user = JSON.parse(doc) as User
    const remaining = JSON.stringify({ ...user, groups: user.groups.filter(other => other !== group) })
    await connection.run(sql`UPDATE "user" SET doc = ${remaining} WHERE id = ${id}`)
  }
}

export async function groupsIn(connection: Connection, ids?: readonly string[]): Promise<readonly Group[]> {
  const condition = ids ? sql`id IN ${among(ids)}` : sql`true`
  const rows = await connection.rows<{ doc: string }>(sql`SELECT doc FROM people_group WHERE ${condition} ORDER BY id`)
  return rows.map(({ doc }) => JSON.parse(doc) as Group)
}

function writesOf({
  added = [],
  users = [],
  portraits = new Map(),
  removedUsers = [],
  groups = [],
  removedGroups = [],
}: PeopleChange): readonly Sql[] {
  return [
    ...added.map(addition),
    ...users.map(replacement),
    ...[...portraits].map(([id, portrait]) => (portrait ? portraitAs(id, portrait) : withoutPortrait(id))),
    ...removedUsers.flatMap(removalOfUser),
    ...groups.map(groupAs),
    ...removedGroups.map(removalOfGroup),
  ]
}

export const portraitAs = (id: string, { digest, contentType, bytes }: Portrait): Sql => sql`
  INSERT INTO portrait (user_id, digest, content_type, bytes)
  SELECT id, ${digest}, ${contentType}, CAST(${bytes} AS {bytes}) FROM "user" WHERE id = ${id}
  ON CONFLICT (user_id) DO UPDATE SET
    digest = excluded.digest, content_type = excluded.content_type, bytes = excluded.bytes`

const withoutPortrait = (id: string): Sql => sql`DELETE FROM portrait WHERE user_id = ${id}`

const removalOfUser = (id: string): readonly Sql[] => [
  sql`INSERT INTO former_user (id) SELECT id FROM "user" WHERE id = ${id} ON CONFLICT DO NOTHING`,
  sql`DELETE FROM "user" WHERE id = ${id}`,
]

export const groupAs = (group: Group): Sql =>
  sql`
    INSERT INTO people_group (id, doc) VALUES (${group.id}, ${JSON.stringify(group)})
    ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`

const removalOfGroup = (id: string): Sql => sql`DELETE FROM people_group WHERE id = ${id}`

export function addition(user: User): Sql {
  const { id, fullname, email } = user
  return sql`
    INSERT INTO "user" (id, folded_id, folded_fullname, folded_email, doc)
    VALUES (${id}, ${fold(id)}, ${fold(fullname ?? '')}, ${fold(email)}, ${JSON.stringify(user)})
    ON CONFLICT DO NOTHING`
}

export function replacement(user: User): Sql {
  const { id, fullname, email } = user
  return sql`
    UPDATE "user" SET folded_fullname = ${fold(fullname ?? '')}, folded_email = ${fold(email)}, doc = ${JSON.stringify(user)}
    WHERE id = ${id}`
}

/** Returns the condition that a row `u` of users has one of the roles or belongs to one of the groups. */
export const holdersOf = ({
  roles,
  groups,
}: Holders): Sql => sql`(EXISTS (SELECT 1 FROM {roles of u} r WHERE r.value IN ${among(roles)})
    OR EXISTS (SELECT 1 FROM {groups of u} g WHERE g.value IN ${among(groups)}))`
