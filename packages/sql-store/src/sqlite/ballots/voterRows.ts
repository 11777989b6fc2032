import { sql } from '../../shared/sql.js'
import type { SqliteRows } from '../rows.js'
import { bucketCount, bucketOf, bucketToSplit } from './buckets.js'
import { paddedJson } from './paddedJson.js'

/** A poll, identified by the `seq` of its node, and its number of voters. */
export interface Electorate {
  readonly seq: number
  readonly voters: number
}

/**
 * The padding step, in characters. A row of this size fits into a database page and has space for twice the usual
 * number of voters.
 */
const step = 960

export const hasVoter = (connection: SqliteRows, { seq, voters }: Electorate, key: string): boolean =>
  voters > 0 && keysIn(connection, seq, bucketOf(key, bucketCount(voters))).includes(key)

/**
 * Adds a voter. Returns false if the voter has already been added. The caller must increment the number of voters.
 */
export function addVoter(connection: SqliteRows, { seq, voters }: Electorate, key: string): boolean {
  const count = bucketCount(voters)
  const bucket = bucketOf(key, count)
  const keys = keysIn(connection, seq, bucket)
  if (keys.includes(key)) return false
  writeKeys(connection, { seq, bucket, keys: [...keys, key] })
  if (bucketCount(voters + 1) > count) split(connection, seq, count)
  return true
}

export function voterKeys(connection: SqliteRows, seq: number): string[] {
  const rows = connection.rows<{ keys: string }>(sql`SELECT keys FROM voters WHERE seq = ${seq}`)
  return rows.flatMap(({ keys }) => JSON.parse(keys) as string[]).sort()
}

export function replaceVoters(connection: SqliteRows, seq: number, keys: ReadonlySet<string>): void {
  connection.run(sql`DELETE FROM voters WHERE seq = ${seq}`)
  if (keys.size === 0) return
  const count = bucketCount(keys.size)
  const buckets = Array.from({ length: count }, (): string[] => [])
  for (const key of keys) buckets[bucketOf(key, count)]?.push(key)
  for (const [bucket, keys] of buckets.entries()) writeKeys(connection, { seq, bucket, keys })
}

function split(connection: SqliteRows, seq: number, count: number): void {
  const bucket = bucketToSplit(count)
  const keys = keysIn(connection, seq, bucket)
  const isUnmoved = (key: string) => bucketOf(key, count + 1) === bucket
  writeKeys(connection, { seq, bucket, keys: keys.filter(isUnmoved) })
  writeKeys(connection, { seq, bucket: count, keys: keys.filter(key => !isUnmoved(key)) })
}

function keysIn(connection: SqliteRows, seq: number, bucket: number): readonly string[] {
  const row = connection.row<{ keys: string }>(sql`SELECT keys FROM voters WHERE seq = ${seq} AND bucket = ${bucket}`)
  return row ? (JSON.parse(row.keys) as string[]) : []
}

export interface Bucket {
  readonly seq: number
  readonly bucket: number
  readonly keys: readonly string[]
}

export function addToBucket(connection: SqliteRows, { seq, bucket, keys }: Bucket): void {
  writeKeys(connection, { seq, bucket, keys: [...new Set([...keysIn(connection, seq, bucket), ...keys])] })
}

function writeKeys(connection: SqliteRows, { seq, bucket, keys }: Bucket): void {
  connection.run(sql`
    INSERT INTO voters (seq, bucket, keys) VALUES (${seq}, ${bucket}, ${paddedJson(keys.toSorted(), step)})
    ON CONFLICT (seq, bucket) DO UPDATE SET keys = excluded.keys`)
}
