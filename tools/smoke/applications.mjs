import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findRedisServer, startRedis } from '@plenum/testkit'
import { transform } from 'esbuild'
import { installPackages } from './packages.mjs'
import { envOf, root, run } from './programs.mjs'

const examples = path.join(root, 'examples')
/** The example that needs a Redis server and several processes. */
const sharedCache = 'sharedCache.ts'

/** The strictest compiler flags. `skipLibCheck` is off, so that the compiler also checks all declarations. */
const compilerOptions = {
  noEmit: true,
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  declaration: true,
  skipLibCheck: false,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedSideEffectImports: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
}

/** Installs the packages and Fastify in an empty folder, and adds the programs from the `examples` folder. */
export async function installApplications(tarballs, folder) {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  await installPackages(tarballs, folder, [`fastify@${devDependencies.fastify}`])
  cpSync(path.join(import.meta.dirname, 'applications'), folder, { recursive: true })
  const target = path.join(folder, 'examples')
  mkdirSync(target)
  for (const name of readdirSync(examples)) await addExample(name, target)
  writeFileSync(path.join(target, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
}

async function addExample(name, target) {
  const source = readFileSync(path.join(examples, name), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  writeFileSync(path.join(target, name), source)
  writeFileSync(path.join(target, name.replace(/\.ts$/, '.js')), code)
}

export async function checkApplicationTypes(folder) {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '--project', 'examples'], { cwd: folder })
}

/** Runs each application, sends requests to it, and checks the responses. */
export async function checkApplications(folder, runtime) {
  const start = (...args) => run(runtime.program, [...runtime.args, ...args], { cwd: folder, env: envOf(runtime) })
  const programOf = example => path.join(folder, example.replace(/\.ts$/, '.mjs'))
  for (const example of readdirSync(examples)) if (example !== sharedCache) await start(programOf(example))
  return checkSharedCache(url => start(programOf(sharedCache), url))
}

/** Checks that three processes share a forecast, which the first process computes. */
async function checkSharedCache(start) {
  const server = findRedisServer()
  if (server === undefined) return 'without sharedCache, because no Redis server is installed'
  const redis = await startRedis(server)
  try {
    const forecasts = []
    for (let i = 0; i < 3; i++) forecasts.push(await start(redis.url))
    if (new Set(forecasts).size === 1 && forecasts[0].startsWith('"Porto from ')) return 'with Redis'
    throw new Error(`The processes do not share the forecast: ${forecasts}`)
  } finally {
    await redis.close()
  }
}
