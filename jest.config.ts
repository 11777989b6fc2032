/** @jest-config-loader esbuild-register */
import { readFileSync } from 'node:fs'
import type { Config } from 'jest'

const swcWith = (lazy: true | readonly string[]) => ({
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', lazy },
  sourceMaps: true,
})

// Packages load lazily, because most tests use few of the packages that testkit imports.
const swc = swcWith(true)

// Pages are written in JSX.
const jsx = { react: { runtime: 'automatic', importSource: 'preact' } }
const jsxSwc = { ...swc, jsc: { ...swc.jsc, parser: { syntax: 'typescript', tsx: true }, transform: jsx } }

// The modules that testkit exports also load lazily, because most tests use a site and no suite.
const kit = 'packages/testkit/src/index.ts'
const exportedModules = [...readFileSync(kit, 'utf8').matchAll(/ from '(.+)'$/gm)].map(([, file = '']) => file)
const kitSwc = swcWith(exportedModules)

// Tests run from the sources, so they need no build and stack traces show source lines.
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

// Jest transforms these ES modules. The CommonJS build of @plone/client does not find the functions of query-string.
const esModules = ['@plone/client', 'query-string', 'decode-uri-component', 'filter-obj', 'split-on-first'].join('|')

const longProperties = '/packages/(core|memoize)/src/.*\\.property\\.test\\.ts$'
const storesOfCore = '/packages/core/src/memory/'

// `npm test` skips these test files, because they need a PostgreSQL server or stop servers for a long time.
const elsewhere = '\\.(postgres|faults)\\.test\\.ts$'

// HTTP tests that run each site on a PostgreSQL database. Only `npm run test:all` runs them.
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
    // Its faults occur only if a response is faster than a database server.
    '/requestPipeline\\.test\\.ts$',
    // These test connections, headers, syntax and documents, which do not depend on the store.
    '/express-adapter/src/(csv|guards|exchange|headers|refusals)/',
    '/express-adapter/src/(cache/cacheKeys|pipeline/(redirect|shortestPath))',
    '/express-adapter/src/createServer\\.(limits|longRequests|uploads)',
    '/express-adapter/src/createRouter\\.(badInput|callers|docs|openapi|origins|virtualHosts)\\.',
    // Pages, forms and the audit present the results of operations, which the other tests run on PostgreSQL.
    '/express-adapter/src/createRouter\\.(audit|badFields|embedding|contentForms|forms|formKinds|formUploads|ownOperations)\\.',
    '/express-adapter/src/createRouter\\.(pageForms|pages|passwordPages|peoplePages|settingsPages|sharingPages)\\.',
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
      // Domain rules only, without processes, Redis, stores and long property tests, for fast feedback.
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
  // No test takes this long on a slow machine, so only hanging tests fail.
  testTimeout: 30_000,
  // Suites leak some memory. Near its limit, a worker would spend its time on garbage collection.
  workerIdleMemoryLimit: '1GB',
  reporters: ['default', '<rootDir>/packages/testkit/test/skippedReporter.mjs'],
  coverageProvider: 'v8',
}

export default config
