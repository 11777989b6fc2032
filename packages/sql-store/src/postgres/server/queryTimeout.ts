import type { QueryConfig } from 'pg'

/** Sets the timeout of a query. The types of the driver lack this option. */
export function withTimeout(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
