import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { objectTexts } from '../../packages/express-adapter/src/openapi/objectTexts.js'
import { siteTexts } from '../../packages/express-adapter/src/openapi/siteTexts.js'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** Omits descriptions, because they are generated from comments. */
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
  it('contains the texts of the OpenAPI document', () => {
    const lines = readFileSync(path.join(root, 'docs/http.md'), 'utf8').matchAll(
      /^\| (`(?:GET|POST|PATCH|DELETE) .*)$/gm,
    )
    const documented = [...lines].map(([, row = '']) => cellsOf(row.replace(/\|$/, '')))
    const described = Object.values<string | readonly string[]>({ ...objectTexts, ...siteTexts })
      .flat()
      .map(cellsOf)
    expect(documented.toSorted()).toEqual(described.toSorted())
  })
})

/** Returns the cells of a row without empty cells for errors. */
const cellsOf = (row: string): string =>
  row
    .split('|')
    .map(cell => cell.trim())
    .filter(cell => cell !== '')
    .join(' | ')
