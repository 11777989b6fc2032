import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const program = mkdtempSync(path.join(tmpdir(), 'plenum-types-'))

const source = `
import { type Answer, ApiError, createClient } from './types/client/index.js'
const client = createClient({ baseUrl: 'https://www.example.org' })
const state: string | null | undefined = (await client.content.get('/')).review_state
const history: Answer<'GET @history'> = await client.history.list('/')
// @ts-expect-error: a misspelt key, which would compile if a copied type were missing
history[0]?.actoin
for await (const item of client.search({ SearchableText: 'x' })) item['@id'].length
export { ApiError, state }
`

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--module', 'nodenext']

function compile(...settings: readonly string[]): string {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '--noEmit', '--target', 'es2023', ...strict, ...settings, 'program.ts']
  return execFileSync(process.execPath, args, { cwd: program, encoding: 'utf8' })
}

beforeAll(() => {
  const copy = `import('./tools/pack/copyTypes.mjs').then(m => m.copyTypes('client', process.argv[1]))`
  execFileSync(process.execPath, ['-e', copy, path.join(program, 'types')], { cwd: root })
  writeFileSync(path.join(program, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(program, 'program.ts'), source)
})

afterAll(() => rmSync(program, { recursive: true }))

describe('the published types of the client compile without other packages', () => {
  it('for browsers', () => expect(compile('--lib', 'es2023,dom,dom.iterable', '--types', '')).toBe(''))

  it('for Node', () => {
    symlinkSync(path.join(root, 'node_modules'), path.join(program, 'node_modules'))
    expect(compile('--lib', 'es2023', '--types', 'node')).toBe('')
  })
})
