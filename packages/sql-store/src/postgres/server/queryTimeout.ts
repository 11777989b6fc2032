import type { QueryConfig } from 'pg'

/** A statement with a timeout for its answer. */
export const statementWithTimeout = (text: string, milliseconds: number): QueryConfig =>
  queryWithTimeout({ text }, milliseconds)

/** The same for a query with values; the driver's types lack the option. */
export function queryWithTimeout(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
