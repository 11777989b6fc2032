import type { Principals } from '@plenum/core/ports'
import { type Kind, type KindRow, kindOf } from '../../search/kinds.js'
import { seenBy } from '../../search/seenBy.js'
import { type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'

/** All kinds with at least one object. */
export type KindsFor = (connection: Rows, stamp: string, principals: Principals) => Promise<readonly Kind[]>

/** The number of callers whose kinds are cached. */
const maxKept = 200

/** Reads the kinds once for each caller and state of the content, which the stamp identifies. */
export function createKinds(): KindsFor {
  let keptStamp: string | undefined
  let kept = new Map<string, readonly Kind[]>()
  return async (connection, stamp, principals) => {
    if (stamp !== keptStamp || kept.size > maxKept) kept = new Map()
    keptStamp = stamp
    const own = kept
    const caller = JSON.stringify(principals)
    const known = own.get(caller)
    if (known) return known
    const kinds = (await connection.rows<KindRow>(kindCounts(principals))).map(kindOf)
    own.set(caller, kinds)
    return kinds
  }
}

function kindCounts(principals: Principals): Sql {
  const seen = principals === 'system' ? sql`true` : sql`c.access_id ${seenBy(principals)}`
  return sql`
    SELECT k.id, k.value_list, sum(c.objects) AS objects, sum(CASE WHEN ${seen} THEN c.objects ELSE 0 END) AS seen
    FROM kind_count c JOIN kind k ON k.id = c.kind_id GROUP BY k.id`
}
