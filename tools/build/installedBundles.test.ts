import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

/** The folder of a test program, in which the packages are installed in the form in which they are published. */
const program = mkdtempSync(path.join(tmpdir(), 'plenum-bundles-'))

/** Returns a minified browser bundle. Fails if an import cannot be resolved without Node. */
async function bundleOf(contents: string, resolveDir: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (!file) throw new Error('The bundle contains no file.')
  return file.contents
}

/** The maximum size, in bytes, of a bundle that contains all exports of an entry point. */
const wholeEntryPoints: Readonly<Record<string, number>> = {
  '@plenum/core': 1_000_000,
  '@plenum/core/answers': 100,
  '@plenum/core/history': 2000,
  '@plenum/core/memoize': 36_000,
  '@plenum/core/polls': 8000,
  '@plenum/core/ports': 12_000,
  '@plenum/core/schedule': 8000,
  '@plenum/core/sponsors': 1500,
  '@plenum/core/workflow': 32_000,
  '@plenum/memoize': 36_000,
  '@plenum/memoize/handlers': 2000,
  '@plenum/memoize/lease': 9000,
}

const exportsOf = (name: string): string[] => {
  const manifest: { readonly exports: object } = JSON.parse(
    readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'),
  )
  return Object.keys(manifest.exports).map(entryPoint => `@plenum/${name}${entryPoint.slice(1)}`)
}

beforeAll(() => void execFileSync(process.execPath, [path.join(root, 'tools/build/installBundles.mjs'), program]))
afterAll(() => rmSync(program, { recursive: true }))

describe('Jest in its default mode', () => {
  it('loads the packages with the documented configuration (docs/stores.md, Test runners)', () => {
    const document = readFileSync(path.join(root, 'docs/stores.md'), 'utf8')
    const [, config = ''] = /```json jest\.config\.json\n(.*?)```/s.exec(document) ?? []
    writeFileSync(path.join(program, 'jest.config.json'), config.replace('@swc/jest', require.resolve('@swc/jest')))
    writeFileSync(
      path.join(program, 'drinks.test.ts'),
      `import { newPoll } from '@plenum/core/polls'
      import { createMemoizer } from '@plenum/core/memoize'
      it('loads', () => expect([newPoll({ options: ['Tea', 'Mate'] }).options.length, typeof createMemoizer]).toEqual([2, 'function']))`,
    )
    const jest = path.join(root, 'node_modules/jest/bin/jest.js')
    execFileSync(process.execPath, [jest, '--runInBand', '--watchman=false'], { cwd: program, stdio: 'pipe' })
  })
})

describe('the size of a browser bundle', () => {
  it.each([
    ['anonymous', '@plenum/core', 1000],
    ['parseInstant', '@plenum/core', 3000],
    ['DomainError', '@plenum/core', 1000],
    ['availableTransitions', '@plenum/core/workflow', 1000],
    ['attemptTransition', '@plenum/core/workflow', 14_000],
    ['explainTransitions', '@plenum/core/workflow', 2500],
    ['layoutSchedule', '@plenum/core/schedule', 4000],
    ['layoutSchedule, gridTemplate', '@plenum/core/schedule', 5000],
    ['decideVote', '@plenum/core/polls', 2000],
    ['createPollBox, newPoll', '@plenum/core/polls', 6000],
    ['mergeHistory', '@plenum/core/history', 1500],
    ['createMemoizer', '@plenum/core/memoize', 20_000],
    ['createMemoizer', '@plenum/memoize', 20_000],
    ['createMemoizer, shareThrough', '@plenum/memoize', 32_000],
  ])('with %s from %s is limited', async (names, entryPoint, limit) => {
    const bundle = await bundleOf(`export { ${names} } from '${entryPoint}'`, program)
    expect(bundle.length).toBeLessThan(limit)
  })

  it('with all of an entry point is limited, for each entry point that browsers can load', async () => {
    const entryPoints = [...exportsOf('core'), ...exportsOf('memoize')]
    expect(entryPoints).toEqual(expect.arrayContaining(Object.keys(wholeEntryPoints)))
    const sizes = await Promise.all(
      entryPoints.map(async entryPoint => (await bundleOf(`export * from '${entryPoint}'`, program)).length),
    )
    const tooLarge = entryPoints.filter(
      (entryPoint, i) => (sizes[i] ?? 0) >= (wholeEntryPoints[entryPoint] ?? Infinity),
    )
    expect(tooLarge).toEqual([])
  })

  it('with the rich text editor is limited, so that a form loads at most 250 kB', async () => {
    const bundle = await bundleOf(`export * from './packages/pages/assets/richText/richText.js'`, root)
    expect(gzipSync(bundle).length).toBeLessThan(90_000)
  })
})
