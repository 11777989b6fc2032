import type { QueryConfig } from 'pg'

/** Adds a timeout for the response to a query. The types of the driver do not include this option. */
export function withTimeout(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
