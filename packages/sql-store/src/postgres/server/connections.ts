import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A source of connections to a database, such as a pool. */
export interface Connections {
  /** Returns a connection for a transaction. To return the connection, call its `release`. */
  connect(): Promise<PoolClient>
  /** Sends a query over any connection. */
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>
}
