import { inWords } from '../../shared/sql.js'
import { postgresWords } from '../words.js'

/** A statement for the driver. Named ones are prepared once for each connection. */
export interface Statement {
  readonly text: string
  readonly name?: string
}

interface CachedStatement {
  readonly statement: Statement
  uses: number
}

/** Limits of cached texts, and of statements prepared on each connection. */
const maxCached = 2000
const maxNamed = 500

/**
 * Converts a text with question marks to a statement. Repeated texts are prepared, up to a limit: connections never
 * drop prepared statements.
 */
export function createStatements(): (text: string) => Statement {
  const cache = new Map<string, CachedStatement>()
  let named = 0
  return text => {
    const cached = cache.get(text)
    if (cached?.statement.name) return cached.statement
    const uses = (cached?.uses ?? 0) + 1
    const name = uses > 1 && named < maxNamed ? { name: `plenum_${named++}` } : {}
    const statement = { text: cached?.statement.text ?? numberParameters(inWords(text, postgresWords)), ...name }
    if (cache.size >= maxCached) evictOldest(cache)
    cache.set(text, { statement, uses })
    return statement
  }
}

/** Named statements stay: connections have prepared them. */
function evictOldest(cache: Map<string, CachedStatement>): void {
  for (const [text, { statement }] of cache) {
    if (statement.name) continue
    cache.delete(text)
    return
  }
}

/** `a = ? AND b = ?` -> `a = $1 AND b = $2` */
function numberParameters(text: string): string {
  let index = 0
  return text.replaceAll('?', () => `$${++index}`)
}
