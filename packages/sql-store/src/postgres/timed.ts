import type { QueryConfig } from 'pg'

/** A statement with a timeout for its answer. */
export const timed = (text: string, milliseconds: number): QueryConfig => awaited({ text }, milliseconds)

/** The same for a query with values; the driver's types lack the option. */
export function awaited(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
