import type { QueryConfig } from 'pg'

/** Returns a query with a timeout. The driver supports this option, but its type definitions lack it. */
export function withTimeout(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
