/** @jest-config-loader esbuild-register */
import type { Config } from 'jest'

const swc = {
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
}

// Tests run from the sources, so that no build is needed and stack traces name the line that was written.
const config: Config = {
  testEnvironment: 'node',
  roots: ['<rootDir>/packages', '<rootDir>/tools'],
  testMatch: ['**/{src,tools}/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: {
    '^@plenum/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@plenum/([a-z-]+)/([a-z-]+)$': '<rootDir>/packages/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  setupFilesAfterEnv: ['<rootDir>/packages/testkit/test/endAfterTests.ts'],
  globalSetup: '<rootDir>/packages/testkit/test/provideRedis.ts',
  // Suites leave some memory behind; near its limit a process would do nothing but look for more.
  workerIdleMemoryLimit: '1GB',
  // A test that hangs is to fail; one on a slow machine is not.
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/packages/testkit/test/leftOutReporter.mjs'],
  coverageProvider: 'v8',
}

export default config
