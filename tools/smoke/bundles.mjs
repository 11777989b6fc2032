import { build } from 'esbuild'
import { manifestOf } from './packages.mjs'

/** The maximum size, in bytes, of a browser bundle that contains only `layoutSchedule`. */
const maxLayout = 15_000
/** The maximum size, in bytes, of a browser bundle that contains only the client. */
const maxClient = 15_000

/** Checks that bundles that contain only the layout or the client are small, and that core does not require Node. */
export async function checkBundles(program) {
  const layout = await bytesOf(program, `export { layoutSchedule } from '@plenum/core/schedule'`)
  if (layout >= maxLayout) throw new Error(`layoutSchedule has ${layout} bytes, and ${maxLayout} are too many`)
  const client = await bytesOf(program, `export { createClient } from '@plenum/client'`)
  if (client >= maxClient) throw new Error(`The client has ${client} bytes, and ${maxClient} are too many`)
  const entryPoints = Object.keys(manifestOf(program, 'core').exports)
  const all = entryPoints.map((entryPoint, i) => `export * as entryPoint${i} from '@plenum/core${entryPoint.slice(1)}'`)
  return `layoutSchedule ${layout} bytes, the client ${client}, all of core ${await bytesOf(program, all.join('\n'))}`
}

/** Bundles a program and returns the size in bytes. Throws an Error if an import cannot be resolved without Node. */
async function bytesOf(program, contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: program },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0].contents.length
}
