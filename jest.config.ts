/** @jest-config-loader esbuild-register */
import { readFileSync } from 'node:fs'
import type { Config } from 'jest'

const swcWith = (lazy: true | readonly string[]) => ({
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', lazy },
  sourceMaps: true,
})

// Packages are loaded when something of them is first used: most tests use few of those that testkit knows.
const swc = swcWith(true)

// Pages are written in JSX.
const jsx = { react: { runtime: 'automatic', importSource: 'preact' } }
const jsxSwc = { ...swc, jsc: { ...swc.jsc, parser: { syntax: 'typescript', tsx: true }, transform: jsx } }

// So is what testkit hands on: most tests use a site and no suite.
const kit = 'packages/testkit/src/index.ts'
const handedOn = [...readFileSync(kit, 'utf8').matchAll(/ from '(.+)'$/gm)].map(([, file = '']) => file)
const kitSwc = swcWith(handedOn)

// Tests run from the sources, so that no build is needed and stack traces name the line that was written.
const shared = {
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['/dist/'],
  setupFiles: ['<rootDir>/packages/testkit/test/compileLater.ts'],
  transform: {
    [`/${kit}$`]: ['@swc/jest', kitSwc],
    '^.+\\.ts$': ['@swc/jest', swc],
    '^.+\\.tsx$': ['@swc/jest', jsxSwc],
  },
  moduleNameMapper: {
    '^@plenum/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@plenum/([a-z-]+)/([a-z-]+)$': '<rootDir>/packages/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
} satisfies Config

// Jest cannot load ES modules as they are. The other build of @plone/client finds no functions in query-string.
const esModules = ['@plone/client', 'query-string', 'decode-uri-component', 'filter-obj', 'split-on-first'].join('|')

const longProperties = '/packages/(core|memoize)/src/.*\\.property\\.test\\.ts$'
const storesOfCore = '/packages/core/src/memory/'

// The test files that `npm test` skips: they need a PostgreSQL server, or servers that fail for a long time.
const elsewhere = '\\.(postgres|faults)\\.test\\.ts$'

// Tests over HTTP that run each site on a PostgreSQL database: only `npm run test:all` runs them.
const sitesOnPostgres = {
  ...shared,
  displayName: 'sites on PostgreSQL',
  roots: ['<rootDir>/packages'],
  testMatch: [
    '**/core/src/site/operations/{defaultPages,getDesk,getSponsors,moveSlot,transitionContent,querystringSearch,scheduleReleases,releaseMails}.test.ts',
    '**/express-adapter/src/**/*.test.ts',
    '**/server/src/checklists/*.test.ts',
    '**/server/src/{polls,workflows}.property.test.ts',
    '**/server/src/pollTransfer.test.ts',
  ],
  testPathIgnorePatterns: [
    // Its faults occur only if an answer is faster than a database server.
    '/requestPipeline\\.test\\.ts$',
    // These test connections, headers, syntax and documents, which do not depend on the store.
    '/express-adapter/src/(csv|guards|exchange|headers|refusals)/',
    '/express-adapter/src/(cache/cacheKeys|pipeline/(redirect|shortestPath))',
    '/express-adapter/src/createServer\\.(limits|longRequests|uploads)',
    '/express-adapter/src/createRouter\\.(badInput|callers|docs|openapi|origins|virtualHosts)\\.',
  ],
  setupFilesAfterEnv: ['<rootDir>/packages/testkit/test/endAfterTests.ts', '<rootDir>/tools/stores/onPostgres.ts'],
  globalSetup: '<rootDir>/packages/testkit/test/providePostgres.mjs',
} satisfies Config

const whole = {
  ...shared,
  displayName: 'whole',
  moduleNameMapper: {
    ...shared.moduleNameMapper,
    '^@plone/client$': '<rootDir>/node_modules/@plone/client/dist/index.js',
  },
  transform: { ...shared.transform, [`/node_modules/(${esModules})/.+\\.js$`]: ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
  roots: ['<rootDir>/packages', '<rootDir>/tools'],
  testMatch: ['**/{src,tools}/**/*.test.ts'],
  testPathIgnorePatterns: ['/packages/(core|memoize)/src/(?!memory/|.*\\.property\\.test\\.ts$)', elsewhere],
  setupFilesAfterEnv: ['<rootDir>/packages/testkit/test/endAfterTests.ts'],
  globalSetup: '<rootDir>/packages/testkit/test/provideRedis.ts',
} satisfies Config

const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      // The rules alone, for developers who change them: no process, no Redis, no store, no long property.
      roots: ['<rootDir>/packages/core/src', '<rootDir>/packages/memoize/src'],
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [longProperties, storesOfCore],
    },
    whole,
    { ...whole, displayName: 'faults', testMatch: ['**/src/**/*.faults.test.ts'], testPathIgnorePatterns: [] },
    {
      ...shared,
      displayName: 'postgres',
      roots: ['<rootDir>/packages'],
      testMatch: ['**/*.postgres.test.ts', '**/server/src/requests.property.test.ts'],
      globals: { areSitesOnPostgres: true },
      setupFilesAfterEnv: ['<rootDir>/packages/testkit/test/endAfterTests.ts'],
      globalSetup: '<rootDir>/packages/testkit/test/providePostgres.mjs',
    },
    ...(process.env.ALL_TESTS ? [sitesOnPostgres] : []),
  ],
  // Longer than a test takes on a slow machine, so that only a test that hangs fails.
  testTimeout: 30_000,
  // Suites leave some memory behind; near its limit a process would do nothing but look for more.
  workerIdleMemoryLimit: '1GB',
  reporters: ['default', '<rootDir>/packages/testkit/test/leftOutReporter.mjs'],
  coverageProvider: 'v8',
}

export default config
