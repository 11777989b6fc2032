import type { QueryConfig } from 'pg'

/** A statement whose answer is awaited for so many milliseconds. */
export const timed = (text: string, milliseconds: number): QueryConfig => awaited({ text }, milliseconds)

/** The same of one with values; the types of the driver do not know that it can be. */
export function awaited(query: QueryConfig, milliseconds: number): QueryConfig {
  const waiting: QueryConfig & { readonly query_timeout: number } = { ...query, query_timeout: milliseconds }
  return waiting
}
