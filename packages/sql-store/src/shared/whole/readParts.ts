import { noEndedLogins, type PartCounts, type PartKind, type Parts } from '@plenum/core/ports'
import { isReferenced } from '../content/filePieces.js'
import { type MailRow, mailOf, mailsAfter } from '../mails/mailStore.js'
import { groupsIn } from '../people/changePeople.js'
import { endedLoginsOf, type StoredEnds } from '../people/endedLogins.js'
import { type Connection, type Sql, sql } from '../sql.js'
import { webhooksIn } from '../webhooks/webhookStore.js'
import { batches, largeBatch, mapBatches } from './batches.js'
import { aliases, objects, pieces, records, versions } from './contentParts.js'

const readers: { readonly [K in PartKind]: (connection: Connection) => AsyncIterable<readonly Parts[K][]> } = {
  file: pieces,
  object: objects,
  record: records,
  version: versions,
  alias: aliases,
  votes: ({ engine }) => engine.votes.votes(),
  voter: ({ engine }) => engine.votes.voter(),
  user: users,
  portrait: portraits,
  group: groups,
  formerUser: formerUsers,
  webhook: webhooks,
  mail: mails,
}

export const readParts = <K extends PartKind>(connection: Connection, kind: K): AsyncIterable<readonly Parts[K][]> =>
  readers[kind](connection)

const tables: Readonly<Record<Exclude<PartKind, 'votes' | 'voter'>, Sql>> = {
  file: sql`file_piece p WHERE ${isReferenced}`,
  object: sql`node`,
  record: sql`record`,
  version: sql`version`,
  alias: sql`alias`,
  user: sql`"user"`,
  portrait: sql`portrait`,
  group: sql`people_group`,
  formerUser: sql`former_user`,
  webhook: sql`webhook`,
  mail: sql`mail`,
}

export async function countParts(connection: Connection): Promise<PartCounts> {
  const counts: [string, number][] = []
  for (const [kind, table] of Object.entries(tables)) counts.push([kind, await rowsIn(connection, table)])
  return { ...Object.fromEntries(counts), ...(await connection.engine.votes.counts()) } as PartCounts
}

async function rowsIn(connection: Connection, table: Sql): Promise<number> {
  const row = await connection.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM ${table}`)
  return Number(row?.rows ?? 0)
}

interface UserRow extends StoredEnds {
  readonly doc: string
}

async function* users(connection: Connection): AsyncGenerator<readonly Parts['user'][]> {
  const rows = batches<UserRow>(last =>
    connection.rows(sql`
      SELECT id, doc, ended_logins AS ended FROM "user" WHERE id > ${last?.id ?? ''} ORDER BY id LIMIT ${largeBatch}`),
  )
  for await (const batch of rows) {
    const ends = await endedLoginsOf(connection, batch)
    yield batch.map(({ id, doc }) => ({ user: JSON.parse(doc), endedLogins: ends.get(id) ?? noEndedLogins }))
  }
}

interface PortraitRow {
  readonly user: string
  readonly digest: string
  readonly contentType: string
  readonly bytes: ArrayBuffer | Uint8Array
}

function portraits(connection: Connection): AsyncGenerator<readonly Parts['portrait'][]> {
  const rows = batches<PortraitRow>(last =>
    connection.rows(sql`
      SELECT user_id AS "user", digest, content_type AS "contentType", bytes FROM portrait
      WHERE user_id > ${last?.user ?? ''} ORDER BY user_id LIMIT 1`),
  )
  return mapBatches(rows, ({ user, digest, contentType, bytes }) => {
    return { user, portrait: { digest, contentType, bytes: new Uint8Array(bytes) } }
  })
}

function formerUsers(connection: Connection): AsyncGenerator<readonly Parts['formerUser'][]> {
  const rows = batches<Parts['formerUser']>(last =>
    connection.rows(sql`SELECT id FROM former_user WHERE id > ${last?.id ?? ''} ORDER BY id LIMIT ${largeBatch}`),
  )
  return mapBatches(rows, ({ id }) => ({ id }))
}

async function* groups(connection: Connection): AsyncGenerator<readonly Parts['group'][]> {
  yield await groupsIn(connection)
}

async function* webhooks(connection: Connection): AsyncGenerator<readonly Parts['webhook'][]> {
  yield await webhooksIn(connection)
}

function mails(connection: Connection): AsyncGenerator<readonly Parts['mail'][]> {
  const rows = batches<MailRow>(last => connection.rows(mailsAfter(last?.number ?? 0, largeBatch)))
  return mapBatches(rows, mailOf)
}
