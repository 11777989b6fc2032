import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Returns the number of lines in an example, without blank lines and comments. */
export function linesOf(name: string): number {
  const lines = readFileSync(path.resolve(__dirname, '../../examples', name), 'utf8').split('\n')
  return lines.filter(line => line.trim() !== '' && !/^\s*(\/\*\*|\*|\/\/)/.test(line)).length
}
