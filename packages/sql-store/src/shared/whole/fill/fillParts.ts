import { DomainError, message, type TimeSlice } from '@plenum/core'
import type { FillingPart, PartKind, Parts } from '@plenum/core/ports'
import { isReferenced } from '../../content/filePieces.js'
import { mailAs } from '../../mails/mailStore.js'
import { addition, groupAs, portraitAs } from '../../people/changePeople.js'
import { fillEndedLogins } from '../../people/endedLogins.js'
import { type Connection, hasRow, list, type Sql, sql } from '../../sql.js'
import { webhookAs } from '../../webhooks/webhookStore.js'
import { rejectDangling } from './danglingParts.js'
import { fillAliases, fillObjects, fillPieces, fillRecords, fillVersions } from './fillContent.js'

type PartFor<K extends PartKind> = Extract<FillingPart, { readonly kind: K }>['part']
type Fill<Part> = (connection: Connection, parts: readonly Part[], slice: TimeSlice) => Promise<void>
const fillers: { readonly [K in PartKind]: Fill<PartFor<K>> } = {
  file: fillPieces,
  object: fillObjects,
  record: fillRecords,
  version: fillVersions,
  alias: fillAliases,
  votes: ({ engine }, parts) => engine.votes.fillVotes(parts),
  voter: ({ engine }, parts) => engine.votes.fillVoters(parts),
  user: fillUsers,
  portrait: fillPortraits,
  group: fillGroups,
  formerUser: fillFormerUsers,
  webhook: fillWebhooks,
  mail: fillMails,
}

const emptinessChecks: readonly Sql[] = [
  sql`SELECT 1 FROM node LIMIT 1`,
  sql`SELECT 1 FROM file_piece LIMIT 1`,
  sql`SELECT 1 FROM "user" LIMIT 1`,
  sql`SELECT 1 FROM people_group LIMIT 1`,
  sql`SELECT 1 FROM former_user LIMIT 1`,
]

/**
 * SQL for the timeline at the end of the feed id, with a leading space, or for an empty string if the id contains no
 * timeline.
 */
const timelineIn = sql`CASE WHEN {instr}(feed, ' ') > 0 THEN substr(feed, {instr}(feed, ' ')) ELSE '' END`

/** Fills an empty store from the parts of a backup. Throws a DomainError `conflict` if the store is not empty. */
export async function fillParts(
  connection: Connection,
  parts: AsyncIterable<FillingPart>,
  slice: TimeSlice,
): Promise<void> {
  for (const check of emptinessChecks)
    if (await hasRow(connection, check)) throw new DomainError('conflict', message('restore.not-empty'))
  for await (const { kind, batch } of byKind(parts)) {
    if (slice.isOver()) await slice.next()
    await (fillers[kind] as Fill<unknown>)(connection, batch, slice)
  }
  await connection.run(sql`UPDATE store SET feed = {random text} || ${timelineIn}, position = 0`)
  await connection.run(sql`DELETE FROM event`)
  await connection.run(sql`DELETE FROM subscription`)
  // Orphaned files are deleted, because backups from earlier program versions may contain them.
  await connection.run(sql`DELETE FROM file_piece AS p WHERE NOT ${isReferenced}`)
}

interface Batch {
  readonly kind: PartKind
  readonly batch: readonly unknown[]
}

/** The maximum number of parts per batch. Each part may contain a megabyte. */
const maxBatch = 16

async function* byKind(parts: AsyncIterable<FillingPart>): AsyncGenerator<Batch> {
  let kind: PartKind = 'file'
  let batch: unknown[] = []
  for await (const part of parts) {
    if (batch.length > 0 && (part.kind !== kind || batch.length === maxBatch)) {
      yield { kind, batch }
      batch = []
    }
    kind = part.kind
    batch.push(part.part)
  }
  if (batch.length > 0) yield { kind, batch }
}

async function fillUsers(connection: Connection, users: readonly Parts['user'][]): Promise<void> {
  for (const { user, endedLogins } of users) {
    await connection.run(addition(user))
    await fillEndedLogins(connection, user.id, endedLogins)
  }
}

async function fillPortraits(connection: Connection, portraits: readonly Parts['portrait'][]): Promise<void> {
  for (const { user, portrait } of portraits)
    if ((await connection.run(portraitAs(user, portrait))) === 0) rejectDangling('portrait', user)
}

async function fillGroups(connection: Connection, groups: readonly Parts['group'][]): Promise<void> {
  for (const group of groups) await connection.run(groupAs(group))
}

async function fillFormerUsers(connection: Connection, users: readonly Parts['formerUser'][]): Promise<void> {
  await connection.run(sql`INSERT INTO former_user (id) VALUES ${list(users.map(({ id }) => sql`(${id})`))}`)
}

async function fillWebhooks(connection: Connection, webhooks: readonly Parts['webhook'][]): Promise<void> {
  for (const webhook of webhooks) await connection.run(webhookAs(webhook))
}

async function fillMails(connection: Connection, mails: readonly Parts['mail'][]): Promise<void> {
  for (const mail of mails) await connection.run(mailAs(mail))
}
