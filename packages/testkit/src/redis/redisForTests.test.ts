import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeRedis } from './describeRedis.js'
import { findRedisServer, redisPlaces } from './findRedisServer.js'
import { redisForTests } from './redisForTests.js'

describe('the Redis server for tests', () => {
  let there: string | undefined
  let installations: number
  let installed: string | undefined

  beforeEach(() => {
    there = undefined
    installations = 0
    installed = '/usr/bin/redis-server'
  })

  const forTests = (isCi: boolean) =>
    redisForTests({
      find: () => there,
      install: () => {
        installations += 1
        there = installed
      },
      isCi,
    })

  it.each([true, false])('is the installed one (CI: %s)', isCi => {
    there = '/opt/redis-server'
    expect(forTests(isCi)).toBe('/opt/redis-server')
    expect(installations).toBe(0)
  })

  it('is installed on CI', () => {
    expect(forTests(true)).toBe('/usr/bin/redis-server')
    expect(installations).toBe(1)
  })

  it('must exist on CI after the installation', () => {
    installed = undefined
    expect(() => forTests(true)).toThrow('Please install one')
  })

  it('is never installed elsewhere', () => {
    expect(forTests(false)).toBeUndefined()
    expect(installations).toBe(0)
  })
})

describe('the search for a Redis server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-'))
  const program = path.join(folder, 'valkey-server')

  afterAll(() => rmSync(folder, { recursive: true }))

  it('begins with the directories of PATH', () => {
    expect(redisPlaces(`/a${path.delimiter}/b`).slice(0, 2)).toEqual(['/a', '/b'])
  })

  it('finds programs, and ignores files that are not executable', () => {
    writeFileSync(program, '')
    chmodSync(program, 0o644)
    expect(findRedisServer([folder])).toBeUndefined()
    chmodSync(program, 0o755)
    expect(findRedisServer(['/nowhere', folder])).toBe(program)
  })
})

describe('a suite that needs a Redis server', () => {
  const configured = process.env.PLENUM_TEST_REDIS
  const suites: string[] = []
  const describing = Object.assign((name: string) => suites.push(name), {
    skip: (name: string) => suites.push(`- ${name}`),
  })

  afterEach(() => {
    if (configured === undefined) delete process.env.PLENUM_TEST_REDIS
    else process.env.PLENUM_TEST_REDIS = configured
    suites.splice(0)
  })

  it('runs with one', () => {
    process.env.PLENUM_TEST_REDIS = '/usr/bin/redis-server'
    describeRedis(describing, 'sharing', () => {})
    expect(suites).toEqual(['sharing'])
  })

  it('is skipped without one, with the reason in its name', () => {
    delete process.env.PLENUM_TEST_REDIS
    describeRedis(describing, 'sharing', () => {})
    expect(suites).toEqual(['- sharing (needs a Redis server)'])
  })
})
