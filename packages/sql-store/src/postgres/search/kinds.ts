import type { Principals } from '@plenum/core/ports'
import { type Kind, type KindRow, kindOf } from '../../shared/search/kinds.js'
import { visibleTo } from '../../shared/search/visibleTo.js'
import { type Sql, sql } from '../../shared/sql.js'
import type { Rows } from '../rows.js'

/** All kinds with at least one object. */
export type KindsFor = (connection: Rows, stamp: string, principals: Principals) => Promise<readonly Kind[]>

/** The number of callers whose kinds are cached. */
const maxCallers = 200

/** Reads the kinds once for each caller and state of the content, which the stamp identifies. */
export function createKinds(): KindsFor {
  let cachedStamp: string | undefined
  let cache = new Map<string, readonly Kind[]>()
  return async (connection, stamp, principals) => {
    if (stamp !== cachedStamp || cache.size > maxCallers) cache = new Map()
    cachedStamp = stamp
    const currentCache = cache
    const caller = JSON.stringify(principals)
    const cached = currentCache.get(caller)
    if (cached) return cached
    const kinds = (await connection.rows<KindRow>(kindCounts(principals))).map(kindOf)
    currentCache.set(caller, kinds)
    return kinds
  }
}

function kindCounts(principals: Principals): Sql {
  const isVisible = principals === 'system' ? sql`true` : sql`c.access_id ${visibleTo(principals)}`
  return sql`
    SELECT k.id, k.value_list, sum(c.objects) AS objects, sum(CASE WHEN ${isVisible} THEN c.objects ELSE 0 END) AS visible
    FROM kind_count c JOIN kind k ON k.id = c.kind_id GROUP BY k.id`
}
