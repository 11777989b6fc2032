import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

export interface Connections {
  /** Returns a connection for a transaction. Call `release` on the connection to return it to the pool. */
  connect(): Promise<PoolClient>
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>
}
