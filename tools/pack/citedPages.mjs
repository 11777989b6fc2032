import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const packages = path.resolve(import.meta.dirname, '../../packages')

const filesBelow = folder => readdirSync(folder, { recursive: true }).map(file => path.join(folder, file))

/** Returns the pages that comments and READMEs of packages cite, such as `docs/polls.md`. */
export function citedPages() {
  const files = readdirSync(packages).flatMap(name => [
    path.join(packages, name, 'README.md'),
    ...filesBelow(path.join(packages, name, 'src')).filter(file => /\.tsx?$/.test(file) && !file.includes('.test.')),
  ])
  const cited = files.flatMap(file => readFileSync(file, 'utf8').match(/\bdocs\/[\w/-]+\.md\b/g) ?? [])
  return [...new Set(cited)].sort()
}
