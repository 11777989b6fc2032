import type { Principals } from '@plenum/core/ports'
import type { IndexRow } from '../indexValues.js'
import { type Rows, type StorableValue, sql } from '../sql.js'
import { visibleTo } from './visibleTo.js'

/** Objects with the same values of some indexes (see `isOfKinds`). */
export interface Kind {
  readonly id: number
  readonly values: ReadonlyMap<string, readonly StorableValue[]>
  /** The number of objects of this kind. */
  readonly objects: number
  /** The number of these objects that are visible to the caller, including expired and unpublished ones. */
  readonly visible: number
}

/** Reads all kinds with at least one object. */
export type KindsFor = (connection: Rows, stamp: string, principals: Principals) => Promise<readonly Kind[]>

/** The number of callers whose kinds are cached. */
const maxCallers = 200

/** Reads the kinds once for each caller and each state of the content, which the stamp identifies. */
export function createKinds(): KindsFor {
  let cachedStamp: string | undefined
  let cache = new Map<string, readonly Kind[]>()
  return async (connection, stamp, principals) => {
    if (stamp !== cachedStamp || cache.size > maxCallers) cache = new Map()
    cachedStamp = stamp
    const currentCache = cache
    const caller = JSON.stringify(principals)
    const kinds = currentCache.get(caller) ?? (await readKinds(connection, principals))
    currentCache.set(caller, kinds)
    return kinds
  }
}

/** A stored kind with its counts. */
interface KindRow extends Omit<Kind, 'values'> {
  readonly value_list: string
}

async function readKinds(connection: Rows, principals: Principals): Promise<readonly Kind[]> {
  const isVisible = principals === 'system' ? sql`true` : sql`c.access_id ${visibleTo(principals)}`
  const rows = await connection.rows<KindRow>(sql`
    SELECT k.id, k.value_list, sum(c.objects) AS objects, sum(CASE WHEN ${isVisible} THEN c.objects ELSE 0 END) AS visible
    FROM kind_count c JOIN kind k ON k.id = c.kind_id GROUP BY k.id`)
  return rows.map(kindOf)
}

function kindOf({ id, value_list, objects, visible }: KindRow): Kind {
  const values = new Map<string, StorableValue[]>()
  for (const [name, value] of JSON.parse(value_list) as IndexRow[])
    values.set(name, [...(values.get(name) ?? []), value])
  return { id, objects, visible, values }
}
