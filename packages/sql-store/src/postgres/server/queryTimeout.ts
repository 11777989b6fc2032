import type { QueryConfig } from 'pg'

/** Sets the timeout of a query. The driver supports this option, but its type definitions lack it. */
export function withTimeout(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
