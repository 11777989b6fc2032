import { type MailState, type MailStore, maxEndedMails, type QueuedMail } from '@plenum/core/ports'
import type { ChangeStep } from '../change/changeStep.js'
import { leaseNamed } from '../leases.js'
import { type Connection, type Rows, type Sql, sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'

export function mailStore(reader: Rows, writer: Writer): MailStore {
  const lease = leaseNamed('mails', reader, writer)
  const select = async (rest: Sql): Promise<readonly QueuedMail[]> =>
    (await reader.rows<MailRow>(sql`SELECT number, doc FROM mail ${rest}`)).map(mailOf)
  return {
    dueMail: async now => {
      const due = sql`WHERE state = 'waiting' AND due <= ${now} ORDER BY due, number LIMIT 1`
      return (await select(due))[0] ?? null
    },
    replace: (mail, holder) =>
      writer.write(
        async connection => {
          if (holder !== undefined && !(await lease.isHeldBy(connection, holder))) return false
          return replaceIn(connection, mail)
        },
        isWritten => isWritten,
      ),
    mail: async id => (await select(sql`WHERE id = ${id}`))[0] ?? null,
    mails: async ({ state, start, size }) => {
      const where = state === undefined ? sql`` : sql`WHERE state = ${state}`
      const counted = await reader.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM mail ${where}`)
      const page = sql`${where} ORDER BY number DESC LIMIT ${size} OFFSET ${start}`
      return { items: size === 0 ? [] : await select(page), total: counted?.rows ?? 0 }
    },
    counts: async () => {
      const rows = await reader.rows<CountRow>(sql`SELECT state, count(*) AS mails FROM mail GROUP BY state`)
      return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]))
    },
    lease: lease.take,
    release: lease.release,
  }
}

interface CountRow {
  readonly state: MailState
  readonly mails: number
}

export interface MailRow {
  readonly number: number
  readonly doc: string
}

export const mailOf = ({ doc }: MailRow): QueuedMail => JSON.parse(doc) as QueuedMail

export const mailsAfter = (number: number, limit: number): Sql =>
  sql`SELECT number, doc FROM mail WHERE number > ${number} ORDER BY number LIMIT ${limit}`

export const addMails: ChangeStep = async (connection, { mails = [] }) => {
  for (const mail of mails) await connection.run(mailAs(mail))
  return null
}

export const mailAs = (mail: QueuedMail): Sql => sql`
  INSERT INTO mail (id, number, state, due, doc)
  VALUES (
    ${mail.id}, (SELECT coalesce(max(number), 0) + 1 FROM mail), ${mail.state}, ${mail.due}, ${JSON.stringify(mail)}
  )`

async function replaceIn(connection: Connection, mail: QueuedMail): Promise<boolean> {
  const { id, state, due } = mail
  const update = sql`
    UPDATE mail SET state = ${state}, due = ${due}, doc = ${JSON.stringify(mail)} WHERE id = ${id}`
  if ((await connection.run(update)) === 0) return false
  if (state !== 'waiting') await connection.run(surplusIn(state))
  return true
}

/** Returns SQL that deletes the emails in the given final state, except for the most recent ones. */
const surplusIn = (state: MailState): Sql => sql`
  DELETE FROM mail WHERE state = ${state} AND number <= (
    SELECT number FROM mail WHERE state = ${state} ORDER BY number DESC LIMIT 1 OFFSET ${maxEndedMails}
  )`
