import { inventedSources } from './inventedSources.js'
import { wordOffence } from './offence.js'
import { packageOffences } from './packageRule.js'

function offencesOf(path: string, specifier: string) {
  return packageOffences(inventedSources({ [path]: `import { a } from '${specifier}'` })).map(wordOffence)
}

describe('the rule of package dependencies', () => {
  it.each([
    ['packages/core/src/site/site.ts', '@plenum/testkit', 'core may import only memoize'],
    ['packages/memoize/src/memoizer/memoizer.ts', '@plenum/core', 'memoize may import only itself'],
    ['packages/core/src/site/site.test.ts', '@plenum/sql-store', 'core may import only memoize, testkit'],
    ['packages/express-adapter/src/routes.ts', '@plenum/sql-store', 'express-adapter may import only core'],
    ['packages/express-adapter/src/routes.ts', '@plenum/testkit', 'express-adapter may import only core'],
    [
      'packages/express-adapter/src/routes.test.ts',
      '@plenum/sql-store',
      'express-adapter may import only core, testkit',
    ],
    ['packages/sql-store/src/rows.ts', '@plenum/express-adapter', 'sql-store may import only core'],
    ['packages/redis-store/src/codec.ts', '@plenum/sql-store', 'redis-store may import only memoize'],
    ['packages/testkit/src/suite.ts', '@plenum/sql-store', 'testkit may import only core, memoize'],
    [
      'packages/server/src/compose.ts',
      '@plenum/testkit',
      'server may import only core, express-adapter, feeds, pages, plone-exchange, redis-store, sql-store, platform',
    ],
    [
      'packages/server/src/compose.ts',
      '@plenum/core/site',
      'a package is imported by its name or by an entry point, not by a path into it',
    ],
    ['packages/server/src/compose.ts', '../../core/src/index.js', 'a relative import stays within its package'],
    ['packages/server/src/compose.test.ts', '../../core/src/index.js', 'a relative import stays within its package'],
  ])('finds that %s imports %s', (path, specifier, why) => {
    expect(offencesOf(path, specifier)).toEqual([`${path}:1: imports ${specifier}: ${why}`])
  })

  it.each([
    ['packages/server/src/compose.ts', '@plenum/express-adapter'],
    ['packages/server/src/compose.ts', '@plenum/sql-store'],
    ['packages/server/src/compose.test.ts', '@plenum/testkit'],
    ['packages/sql-store/src/rows.ts', '@plenum/core'],
    ['packages/sql-store/src/rows.ts', './columns.js'],
    ['packages/sql-store/src/rows.ts', 'node:crypto'],
    ['packages/core/src/site/site.test.ts', '@plenum/testkit'],
    ['jest.config.ts', 'jest'],
  ])('permits %s to import %s', (path, specifier) => {
    expect(offencesOf(path, specifier)).toEqual([])
  })

  it('permits only listed tests to look into another package, and only into the listed one', () => {
    const test = 'packages/server/src/requests.property.test.ts'
    expect(offencesOf(test, '../../express-adapter/src/routes.js')).toEqual([])
    expect(offencesOf(test, '../../express-adapter/src/createServer.js')).toHaveLength(1)
    expect(offencesOf('packages/server/src/config.test.ts', '../../express-adapter/src/routes.js')).toHaveLength(1)
  })

  it('treats an import of types like any other', () => {
    const sources = inventedSources({ 'packages/core/src/poll/poll.ts': "import type { A } from '@plenum/server'" })
    expect(packageOffences(sources)).toHaveLength(1)
  })

  it('reports an unknown package', () => {
    expect(packageOffences(inventedSources({ 'packages/shared/src/a.ts': '' })).map(wordOffence)).toEqual([
      'packages/shared/src/a.ts: package shared: the rule of package dependencies does not name it',
    ])
  })
})
