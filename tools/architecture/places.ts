import { posix } from 'node:path'

/** Whether a file is a test or a test helper in the `test` folder of a package. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /^packages\/[^/]+\/test\//.test(path)
}

export function packageOf(path: string): string | null {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? null
}

/**
 * Returns the folder of a file in core, an empty string for files at the top level of core, or null for files outside
 * core.
 */
export function coreFolderOf(path: string): string | null {
  const below = /^packages\/core\/src\/(.*)$/.exec(path)?.[1]
  return below === undefined ? null : below.slice(0, Math.max(0, below.indexOf('/')))
}

export const purePackages = ['core', 'memoize']

/** The subpaths that core exports in addition to its index. Each subpath is for a different group of users. */
export const entryPointsOfCore = ['answers', 'history', 'memoize', 'polls', 'ports', 'schedule', 'sponsors', 'workflow']

function indexOfPackage(name: string): string {
  return `packages/${name}/src/index.ts`
}

/** Returns the entry file of a package, or of a subpath such as `@plenum/core/polls`. */
export function entryPointNamedBy(specifier: string): string | null {
  const [, name, entryPoint] = /^@plenum\/([^/]+)(?:\/([^/]+))?/.exec(specifier) ?? []
  if (name === undefined) return null
  return entryPoint === undefined ? indexOfPackage(name) : `packages/${name}/src/${entryPoint}.ts`
}

/** The subpaths that the memoizer exports in addition to its index. */
const entryPointsOfMemoize = ['handlers', 'lease']

export function isEntryPoint(path: string): boolean {
  const entryPoints = [
    ...entryPointsOfCore.map(entryPoint => `packages/core/src/${entryPoint}.ts`),
    'packages/express-adapter/src/contract.ts',
    'packages/sql-store/src/libsql.ts',
    'packages/testkit/src/suites.ts',
    ...entryPointsOfMemoize.map(entryPoint => `packages/memoize/src/${entryPoint}.ts`),
  ]
  return path === indexOfPackage(packageOf(path) ?? '') || entryPoints.includes(path)
}

export function packageNamedBy(specifier: string): string | null {
  return /^@plenum\/([^/]+)/.exec(specifier)?.[1] ?? null
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(\/|$)/.test(specifier)
}

/** Returns the file to which an import in `path` resolves, or null if the file is in a dependency. */
export function targetOf(path: string, specifier: string): string | null {
  if (isRelative(specifier)) return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
  return entryPointNamedBy(specifier)
}
