import type { Rows } from '../shared/connection.js'
import type { Checks } from '../shared/engine.js'
import { derivedTables, faultsIn, rebuild } from '../shared/whole/derivedTables.js'
import { allReferences } from './schema/fileReferences.js'

const tables = derivedTables({ text: allReferences, values: [] })

/** Consistency checks in PostgreSQL, which enforces foreign keys and column constraints itself. */
export const checksOf = (connection: Rows): Checks => ({
  faults: () => faultsIn(connection, tables),
  mend: () => rebuild(connection, tables),
})
