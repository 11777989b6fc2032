import type { JsonValue } from '../../foundation/json.js'

interface NamedFile {
  readonly digest: string
  readonly size: number
}

/** The files that values of fields name, each once, however deep. */
export function filesIn(value: JsonValue): ReadonlyMap<string, number> {
  const files = new Map<string, number>()
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (isFile(next)) files.set(next.digest, next.size)
    else for (const part of Object.values(next)) waiting.push(part)
  }
  return files
}

const isFile = (value: object): value is NamedFile =>
  'digest' in value &&
  typeof value.digest === 'string' &&
  'size' in value &&
  typeof value.size === 'number' &&
  'content-type' in value
