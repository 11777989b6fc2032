import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

/** A minified browser bundle. Fails if an import cannot be resolved without Node. */
async function bundleOf(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
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

const from = (entryPoint: string) => `'./packages/memoize/src/${entryPoint}.ts'`

describe('the size of a browser bundle', () => {
  it.each([
    ['createMemoizer without a store', `export { createMemoizer } from ${from('index')}`, 20_000],
    ['createMemoizer with a store', `export { createMemoizer, shareThrough } from ${from('index')}`, 32_768],
    ['all of @plenum/memoize', `export * from ${from('index')}`, 36_000],
    ['@plenum/memoize/lease', `export * from ${from('lease')}`, 9000],
    ['@plenum/memoize/handlers', `export * from ${from('handlers')}`, 2000],
  ])('with %s is limited', async (_, contents, limit) => {
    expect((await bundleOf(contents)).length).toBeLessThan(limit)
  })

  it('with the rich text editor is limited, so that a form loads at most 250 kB', async () => {
    const bundle = await bundleOf(`export * from './packages/pages/assets/richText/richText.js'`)
    expect(gzipSync(bundle).length).toBeLessThan(90_000)
  })
})
