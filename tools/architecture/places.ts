import { posix } from 'node:path'

/** Where a file stands: what its path says about the package, the folder of core, and the kind of file. */

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}

export function packageOf(path: string): string | null {
  return /^packages\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** The folder of core that a file belongs to, empty for the files at its top; null outside of core. */
export function coreFolderOf(path: string): string | null {
  const below = /^packages\/core\/src\/(.*)$/.exec(path)?.[1]
  return below === undefined ? null : below.slice(0, Math.max(0, below.indexOf('/')))
}

export function indexOfPackage(name: string): string {
  return `packages/${name}/src/index.ts`
}

export function isIndexOfPackage(path: string): boolean {
  return path === indexOfPackage(packageOf(path) ?? '')
}

/** The package that an import names, also when it reaches into the package; null for relative and foreign imports. */
export function packageNamedBy(specifier: string): string | null {
  return /^@plenum\/([^/]+)/.exec(specifier)?.[1] ?? null
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(\/|$)/.test(specifier)
}

/** The file that an import of `path` reaches; null when it lies in a package that is not ours. */
export function targetOf(path: string, specifier: string): string | null {
  if (isRelative(specifier)) return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
  const named = packageNamedBy(specifier)
  return named === null ? null : indexOfPackage(named)
}
