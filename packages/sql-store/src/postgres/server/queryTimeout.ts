import type { QueryConfig } from 'pg'

/** A query with a timeout for its answer; the driver's types lack the option. */
export function withTimeout(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
