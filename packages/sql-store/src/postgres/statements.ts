import { inWords } from '../sql.js'
import { postgresWords } from './words.js'

/** A statement for the driver. Named ones are prepared once for each connection. */
export interface Statement {
  readonly text: string
  readonly name?: string
}

interface Known {
  readonly statement: Statement
  uses: number
}

/** Limits of cached texts, and of statements prepared on each connection. */
const maxKnown = 2000
const maxNamed = 500

/**
 * Converts a text with question marks to a statement. Repeated texts are prepared, up to a limit: connections never
 * drop prepared statements.
 */
export function createStatements(): (text: string) => Statement {
  const known = new Map<string, Known>()
  let named = 0
  return text => {
    const before = known.get(text)
    if (before?.statement.name) return before.statement
    const uses = (before?.uses ?? 0) + 1
    const name = uses > 1 && named < maxNamed ? { name: `plenum_${named++}` } : {}
    const statement = { text: before?.statement.text ?? numbered(inWords(text, postgresWords)), ...name }
    if (known.size >= maxKnown) forgetOldest(known)
    known.set(text, { statement, uses })
    return statement
  }
}

/** Named statements stay: connections have prepared them. */
function forgetOldest(known: Map<string, Known>): void {
  for (const [text, { statement }] of known) {
    if (statement.name) continue
    known.delete(text)
    return
  }
}

/** `a = ? AND b = ?` -> `a = $1 AND b = $2` */
function numbered(text: string): string {
  let place = 0
  return text.replaceAll('?', () => `$${++place}`)
}
