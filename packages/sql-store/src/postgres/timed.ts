import type { QueryConfig } from 'pg'

/** A statement whose answer is awaited for so many milliseconds; the types of the driver do not know that it can be. */
export function timed(text: string, milliseconds: number): QueryConfig {
  const query: QueryConfig & { readonly query_timeout: number } = { text, query_timeout: milliseconds }
  return query
}
