import { noEndedLogins, type Parts } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { groupsIn } from '../people/changePeople.js'
import { endedLoginsOf, type StoredEnds } from '../people/endedLogins.js'
import { sql } from '../sql.js'
import { batches, largeBatch, mapBatches } from './batches.js'

interface UserRow extends StoredEnds {
  readonly doc: string
}

export async function* users(connection: Connection): AsyncGenerator<readonly Parts['user'][]> {
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

export function portraits(connection: Connection): AsyncGenerator<readonly Parts['portrait'][]> {
  const rows = batches<PortraitRow>(last =>
    connection.rows(sql`
      SELECT user_id AS "user", digest, content_type AS "contentType", bytes FROM portrait
      WHERE user_id > ${last?.user ?? ''} ORDER BY user_id LIMIT 1`),
  )
  return mapBatches(rows, ({ user, digest, contentType, bytes }) => {
    return { user, portrait: { digest, contentType, bytes: new Uint8Array(bytes) } }
  })
}

export const formerUsers = (connection: Connection): AsyncGenerator<readonly Parts['formerUser'][]> =>
  mapBatches(
    batches<Parts['formerUser']>(last =>
      connection.rows(sql`SELECT id FROM former_user WHERE id > ${last?.id ?? ''} ORDER BY id LIMIT ${largeBatch}`),
    ),
    ({ id }) => ({ id }),
  )

export async function* groups(connection: Connection): AsyncGenerator<readonly Parts['group'][]> {
  yield await groupsIn(connection)
}
