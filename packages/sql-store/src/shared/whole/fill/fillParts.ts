import { DomainError, message, type TimeSlice } from '@plenum/core'
import type { FillingPart, PartKind } from '@plenum/core/ports'
import { type Connection, hasRow } from '../../connection.js'
import { isReferenced } from '../../content/filePieces.js'
import { type Sql, sql } from '../../sql.js'
import type { VoteParts } from '../voteParts.js'
import { fillAliases, fillObjects, fillPieces, fillRecords, fillVersions } from './fillContent.js'
import { fillFormerUsers, fillGroups, fillPortraits, fillUsers } from './fillPeople.js'

/** The destination of the parts, within a transaction. */
interface FillTarget {
  readonly connection: Connection
  readonly votes: VoteParts
  readonly slice: TimeSlice
}

type PartFor<K extends PartKind> = Extract<FillingPart, { readonly kind: K }>['part']
type Fillers = { readonly [K in PartKind]: (to: FillTarget, parts: readonly PartFor<K>[]) => Promise<void> }

const fillers: Fillers = {
  file: ({ connection }, parts) => fillPieces(connection, parts),
  object: ({ connection, slice }, parts) => fillObjects(connection, parts, slice),
  record: ({ connection }, parts) => fillRecords(connection, parts),
  version: ({ connection }, parts) => fillVersions(connection, parts),
  alias: ({ connection }, parts) => fillAliases(connection, parts),
  votes: ({ votes }, parts) => votes.fillVotes(parts),
  voter: ({ votes }, parts) => votes.fillVoters(parts),
  user: ({ connection }, parts) => fillUsers(connection, parts),
  portrait: ({ connection }, parts) => fillPortraits(connection, parts),
  group: ({ connection }, parts) => fillGroups(connection, parts),
  formerUser: ({ connection }, parts) => fillFormerUsers(connection, parts),
}

const emptinessChecks: readonly Sql[] = [
  sql`SELECT 1 FROM node LIMIT 1`,
  sql`SELECT 1 FROM file_piece LIMIT 1`,
  sql`SELECT 1 FROM "user" LIMIT 1`,
  sql`SELECT 1 FROM people_group LIMIT 1`,
  sql`SELECT 1 FROM former_user LIMIT 1`,
]

/** Writes all parts. Throws a DomainError `conflict` if the store is not empty. */
export async function fillParts(to: FillTarget, parts: AsyncIterable<FillingPart>): Promise<void> {
  for (const check of emptinessChecks)
    if (await hasRow(to.connection, check)) throw new DomainError('conflict', message('restore.not-empty'))
  for await (const { kind, batch } of byKind(parts)) {
    if (to.slice.isOver()) await to.slice.next()
    await (fillers[kind] as (to: FillTarget, batch: readonly unknown[]) => Promise<void>)(to, batch)
  }
  // Backups of earlier versions contain unreferenced files.
  await to.connection.run(sql`DELETE FROM file_piece AS p WHERE NOT ${isReferenced}`)
}

interface Batch {
  readonly kind: PartKind
  readonly batch: readonly unknown[]
}

/** Maximum number of parts in a batch; each part may have a megabyte. */
const maxBatch = 16

/** Groups consecutive parts of one kind. */
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
