import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Reads all `*.json` files in a directory. This function never throws, but returns the errors as `faults`. */
export function readJsonFiles(directory: string) {
  const contents = new Map<string, unknown>()
  const faults: string[] = []
  for (const name of namesIn(directory, faults)) {
    try {
      contents.set(name, JSON.parse(readFileSync(path.join(directory, name), 'utf8')))
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { contents, faults }
}

function namesIn(directory: string, faults: string[]): readonly string[] {
  try {
    return readdirSync(directory)
      .filter(name => name.endsWith('.json'))
      .sort()
  } catch (error) {
    faults.push(`${directory}: cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`)
    return []
  }
}
