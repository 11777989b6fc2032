import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { objectTexts } from '../../packages/express-adapter/src/openapi/objectTexts.js'
import { siteTexts } from '../../packages/express-adapter/src/openapi/siteTexts.js'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** Omits descriptions, so that changes to comments do not affect the comparison. */
const withoutDescriptions = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value))

describe('answerSchemas.json', () => {
  it('is derived from the current types (`npm run openapi` writes it)', async () => {
    const print = "import('./tools/openapi/answerSchemas.mjs').then(m => process.stdout.write(m.answerSchemasText()))"
    const { stdout } = await run(process.execPath, ['-e', print], { cwd: root, maxBuffer: 2 ** 24 })
    const committed = readFileSync(path.join(root, 'packages/express-adapter/src/openapi/answerSchemas.json'), 'utf8')
    expect(withoutDescriptions(stdout)).toEqual(withoutDescriptions(committed))
  }, 60_000)
})

describe('docs/http.md', () => {
  const file = path.join(root, 'docs/http.md')
  const described = Object.values<string | readonly string[]>({ ...objectTexts, ...siteTexts }).flat()

  it('contains the texts of the OpenAPI document (`npm run docs:http` writes them)', () => {
    const text = readFileSync(file, 'utf8')
    const renewed = text.replace(rowPattern, row => rowOf(described.find(one => nameOf(one) === nameOf(row)) ?? row))
    if (process.env.RENEW) writeFileSync(file, renewed)
    expect(process.env.RENEW ? renewed : text).toBe(renewed)
  })

  it('has a row for each endpoint of the OpenAPI document', () => {
    const names = [...readFileSync(file, 'utf8').matchAll(rowPattern)].map(([row]) => nameOf(row))
    expect(names.toSorted()).toEqual(described.map(nameOf).toSorted())
  })
})

const rowPattern = /^\| `(?:GET|POST|PATCH|DELETE) .*$/gm

const cellsOf = (row: string): readonly string[] => row.split('|').map(cell => cell.trim())

/** Returns the first nonempty cell of a row, which contains the method and the path. */
const nameOf = (row: string): string => cellsOf(row).find(cell => cell !== '') ?? ''

/** Returns a table row as Markdown. The last cell, which lists errors, can be empty. */
function rowOf(text: string): string {
  if (text.startsWith('|')) return text
  const [endpoint = '', action = '', permission = '', errors = ''] = cellsOf(text)
  return `| ${endpoint} | ${action} | ${permission} |${errors && ` ${errors}`} |`
}
