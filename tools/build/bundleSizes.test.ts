import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

/** The size, in bytes, of a minified browser bundle. Fails if an import cannot be resolved without Node. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.contents.length ?? Number.POSITIVE_INFINITY
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
    expect(await sizeOf(contents)).toBeLessThan(limit)
  })
})
