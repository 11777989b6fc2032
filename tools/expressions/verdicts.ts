import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, type Verdict } from './judge.js'

const file = join(import.meta.dirname, 'verdicts.json')

export type Verdicts = Readonly<Record<string, Verdict>>

/**
 * Returns the verdicts on expressions, from the file in this folder if possible. Other expressions are judged. Unless
 * CI is set, the file is then updated, like a test snapshot.
 */
export async function verdictsOf(expressions: readonly string[]): Promise<Verdicts> {
  const stored: Verdicts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const verdicts: Record<string, Verdict> = {}
  for (const expression of [...new Set(expressions)].sort())
    verdicts[expression] = stored[expression] ?? (await judge(expression))
  const text = `${JSON.stringify(verdicts, null, 2)}\n`
  if (!process.env.CI && text !== `${JSON.stringify(stored, null, 2)}\n`) writeFileSync(file, text)
  return verdicts
}
