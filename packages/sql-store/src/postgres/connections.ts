import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** Gives connections to a database; a pool is one such. */
export interface Connections {
  /** A connection for a transaction, to be given back by its `release`. */
  connect(): Promise<PoolClient>
  /** Asks over any of them. */
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>
}
