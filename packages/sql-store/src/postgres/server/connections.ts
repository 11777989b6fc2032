import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

export interface Connections {
  /** Returns a connection for a transaction. The caller must call `release` to return the connection to the pool. */
  connect(): Promise<PoolClient>
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>
}
