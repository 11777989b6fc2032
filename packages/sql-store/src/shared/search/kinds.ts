import type { Principals } from '@plenum/core/ports'
import type { SqliteRows } from '../../sqlite/rows.js'
import type { StorableValue } from '../indexValues.js'
import type { IndexRow } from '../rows/indexRow.js'
import { type Sql, sql } from '../sql.js'
import { visibleTo } from './visibleTo.js'

/** Objects with the same values of some indexes (see `isOfKinds`). */
export interface Kind {
  readonly id: number
  readonly values: ReadonlyMap<string, readonly StorableValue[]>
  /** The number of its objects. */
  readonly objects: number
  /** The number of its objects visible to the caller, including expired and unpublished ones. */
  readonly seen: number
}

/** All kinds with at least one object. */
export type KindsFor = (connection: SqliteRows, stamp: string, principals: Principals) => readonly Kind[]

/** The number of callers whose kinds are cached. */
const maxCallers = 200

/** Reads the kinds once for each caller and state of the content, which the stamp identifies. */
export function createKinds(): KindsFor {
  let cachedStamp: string | undefined
  let cached = new Map<string, readonly Kind[]>()
  return (connection, stamp, principals) => {
    if (stamp !== cachedStamp || cached.size > maxCallers) cached = new Map()
    cachedStamp = stamp
    const caller = JSON.stringify(principals)
    const kinds = cached.get(caller) ?? readKinds(connection, principals)
    cached.set(caller, kinds)
    return kinds
  }
}

/** A stored kind with its counts. */
export interface KindRow {
  readonly id: number
  readonly value_list: string
  readonly objects: number
  readonly seen: number
}

function readKinds(connection: SqliteRows, principals: Principals): readonly Kind[] {
  return connection.rows<KindRow>(kindCounts(principals)).map(kindOf)
}

export function kindOf({ value_list, ...row }: KindRow): Kind {
  const values = new Map<string, StorableValue[]>()
  for (const [name, value] of JSON.parse(value_list) as IndexRow[])
    values.set(name, [...(values.get(name) ?? []), value])
  return { ...row, values }
}

function kindCounts(principals: Principals): Sql {
  const isVisible = principals === 'system' ? sql`1` : sql`c.access_id ${visibleTo(principals)}`
  return sql`
    SELECT k.id, k.value_list, sum(c.objects) AS objects, sum(CASE WHEN ${isVisible} THEN c.objects ELSE 0 END) AS seen
    FROM kind_count c JOIN kind k ON k.id = c.kind_id GROUP BY c.kind_id`
}
