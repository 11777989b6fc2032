// Bundles the code of packages, whereas `tsc` writes their declarations. Each export of a package becomes one file, in
// addition to a few shared chunks. Without bundles, Node takes half a second of CPU time to load the 700 modules of
// core and the stores.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { bundlePackage } from './bundlePackage.mjs'

const packages = path.resolve(import.meta.dirname, '../../packages')

/**
 * The packages that are bundled. The other packages are not bundled, because they locate files relative to their
 * modules.
 */
export const bundled = [
  'memoize',
  'core',
  'express-adapter',
  'feeds',
  'plone-exchange',
  'redis-store',
  'sql-store',
  'client',
]

await Promise.all([
  ...bundled.map(name => bundle(path.join(packages, name))),
  bundleEditor(path.join(packages, 'pages')),
  bundleViewer(path.join(packages, 'pages')),
])

/** Bundles the rich text editor as one file for browsers, which begins with the license of its libraries. */
async function bundleEditor(directory) {
  const license = readFileSync(path.resolve(packages, '../node_modules/prosemirror-view/LICENSE'), 'utf8').trim()
  await build({
    absWorkingDir: directory,
    entryPoints: ['assets/richText/richText.js'],
    outfile: 'dist/richText.mjs',
    banner: { js: `/*! ProseMirror\n${license}\n*/` },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox120', 'safari17'],
  })
}

/** Bundles the viewer for the OpenAPI document as one script and one style sheet, which begin with its licenses. */
async function bundleViewer(directory) {
  const viewer = path.resolve(packages, '../node_modules/swagger-ui-dist')
  const licenses = ['NOTICE', 'LICENSE', 'swagger-ui-es-bundle.js.LICENSE.txt'].map(file =>
    readFileSync(path.join(viewer, file), 'utf8').replaceAll('*/', '').replaceAll('/*', '').trim(),
  )
  const banner = `/*! Swagger UI\n${licenses.join('\n\n')}\n*/`
  await build({
    absWorkingDir: directory,
    entryPoints: ['assets/apiViewer/apiViewer.js', 'assets/apiViewer/apiViewer.css'],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    banner: { js: banner, css: banner },
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox120', 'safari17'],
  })
}

async function bundle(directory) {
  removeOthers(directory, new Set(await bundlePackage(directory, 'dist')))
}

function removeOthers(directory, written) {
  const files = readdirSync(path.join(directory, 'dist'), { recursive: true }).map(file => path.join('dist', file))
  for (const file of files.filter(file => /\.js(?:\.map)?$/.test(file) && !written.has(file)))
    rmSync(path.join(directory, file))
}
