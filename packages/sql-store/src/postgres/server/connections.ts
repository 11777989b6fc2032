import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

export interface Connections {
  /** Returns a connection for a transaction. Call its `release` to return it. */
  connect(): Promise<PoolClient>
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>
}
