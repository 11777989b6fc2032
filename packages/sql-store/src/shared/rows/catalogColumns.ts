import type { CatalogEntry } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { type Sql, sql } from '../sql.js'
import { accessIdOf, holdersText } from './access.js'
import { duplicatesOf, indexRows } from './indexRows.js'
import { kindIdOf, kindText } from './kindRows.js'

interface Column {
  readonly name: Sql
  readonly value: Sql
}

/** Ids that the caller has already looked up. */
interface ExistingIds {
  readonly access: number | null
  readonly kind: number | null
}

/** The columns of a node for access checks, kinds and sorting. */
export async function catalogColumns(
  connection: Connection,
  { holders, indexes }: CatalogEntry,
  existing: ExistingIds = { access: null, kind: null },
): Promise<readonly Column[]> {
  const rows = indexRows(indexes)
  const access = existing.access ?? (await accessIdOf(connection, holdersText(holders)))
  const kind = existing.kind ?? (await kindIdOf(connection, kindText(rows)))
  const duplicates = duplicatesOf(rows).map(({ column, value }) => {
    return { name: column, value: sql`${connection.engine.indexValue(value)}` }
  })
  return [{ name: sql`access_id`, value: sql`${access}` }, { name: sql`kind_id`, value: sql`${kind}` }, ...duplicates]
}
