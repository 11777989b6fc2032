import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { pureTopLevel } from './pureTopLevel.mjs'

/**
 * Writes one file for each export of a package, and the chunks that these files share. Returns the paths of the files,
 * relative to the package. Writes source maps only for packages that contain their sources.
 */
export async function bundlePackage(directory, outdir) {
  const { exports, files } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
  const { metafile } = await build({
    absWorkingDir: directory,
    entryPoints: Object.values(exports).map(({ default: file }) => file.replace('dist/', 'src/').replace(/js$/, 'ts')),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'node22',
    // Without this setting, esbuild replaces some literals with `new RegExp`, which creates an object for each call.
    supported: { 'regexp-unicode-property-escapes': true },
    sourcemap: files.includes('src'),
    sourcesContent: false,
    plugins: [pureTopLevel],
    metafile: true,
  })
  return Object.keys(metafile.outputs)
}
