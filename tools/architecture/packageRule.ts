import type { Import } from './imports.js'
import type { Offence } from './offence.js'
import { entryPointNamedBy, isEntryPoint, isRelative, isTest, packageNamedBy, packageOf } from './places.js'
import type { SourceFile } from './sourceFile.js'

/** The packages that each package may import. The tests of a package may also import testkit. */
const dependencies: Readonly<Record<string, readonly string[]>> = {
  memoize: [],
  core: ['memoize'],
  'express-adapter': ['core'],
  'plone-exchange': ['core'],
  feeds: ['core'],
  'redis-store': ['memoize'],
  'sql-store': ['core'],
  platform: ['core'],
  pages: ['core'],
  server: ['core', 'express-adapter', 'feeds', 'pages', 'plone-exchange', 'redis-store', 'sql-store', 'platform'],
  site: ['core', 'sql-store', 'platform'],
  testkit: ['core', 'memoize'],
  // The client imports only types from these packages. The published client contains the declarations that it needs.
  client: ['core', 'express-adapter'],
  'create-plenum': [],
}

/** The packages that only the tests of a package may import. */
const testDependencies: Readonly<Record<string, readonly string[]>> = {
  // Core declares the port for counters, which `redis-store` implements without importing it.
  'redis-store': ['core'],
}

/**
 * The tests that import another package by a relative path, and the paths that they import. The imported files are not
 * exported by their packages, because they are useful only to these tests, and loading them would slow down all users
 * of a package.
 */
const internalImports: Readonly<Record<string, readonly string[]>> = {
  'packages/server/src/checklists/roundTrips.test.ts': ['packages/core/src/site/admin/assemble.ts'],
  'packages/server/src/hiddenTexts.property.test.ts': [
    'packages/core/src/site/admin/assemble.ts',
    'packages/express-adapter/src/routes.ts',
  ],
  'packages/server/src/requests.property.test.ts': [
    'packages/core/src/site/admin/assemble.ts',
    'packages/express-adapter/src/routes.ts',
  ],
}

/** Checks that packages import other packages only by name, and only the packages on which they may depend. */
export function packageOffences(sources: readonly SourceFile[]): Offence[] {
  return sources.flatMap(source => {
    const home = packageOf(source.path)
    if (home === null) return []
    if (dependencies[home] === undefined) {
      return [{ place: source.path, what: `package ${home}`, why: 'the rule of package dependencies does not name it' }]
    }
    return source.imports.flatMap(imported => offencesOfImport(source.path, home, imported))
  })
}

function offencesOfImport(path: string, home: string, { specifier, target, place }: Import): Offence[] {
  const why = isRelative(specifier) ? whyNotFile(path, home, target) : whyNotPackage(path, home, specifier)
  return why === null ? [] : [{ place, what: `imports ${specifier}`, why }]
}

function whyNotFile(path: string, home: string, target: string | null): string | null {
  if (target?.startsWith(`packages/${home}/`)) return null
  if (internalImports[path]?.some(place => target?.startsWith(place))) return null
  return 'a relative import stays within its package'
}

function whyNotPackage(path: string, home: string, specifier: string): string | null {
  const named = packageNamedBy(specifier)
  if (named === null) return null
  if (!isEntryPoint(entryPointNamedBy(specifier) ?? ''))
    return 'a package is imported by its name or by an entry point, not by a path into it'
  const allowed = [
    home,
    ...(dependencies[home] ?? []),
    ...(isTest(path) ? ['testkit', ...(testDependencies[home] ?? [])] : []),
  ]
  return allowed.includes(named) ? null : `${home} may import only ${wordList(allowed.slice(1))}`
}

function wordList(names: readonly string[]): string {
  return names.length === 0 ? 'itself' : names.join(', ')
}
