import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const programs = ['redis-server', 'valkey-server']
const usualPlaces = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin']

/** The path of a Redis or Valkey server on this machine; undefined when there is none. */
function findRedisServer(searchPath = process.env.PATH ?? ''): string | undefined {
  const places = [...searchPath.split(path.delimiter).filter(Boolean), ...usualPlaces]
  return places.flatMap(place => programs.map(program => path.join(place, program))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const twoMinutes = 120_000

/** Installs Debian's package where that is possible: as root, with apt. Says nothing when it is not. */
function installRedisServer(): void {
  if (process.getuid?.() !== 0) return
  const apt = (...args: readonly string[]) =>
    execFileSync('apt-get', ['-qq', '-y', '--no-install-recommends', ...args], {
      stdio: 'ignore',
      timeout: twoMinutes,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  for (const before of [() => {}, () => apt('update')]) {
    try {
      before()
      apt('install', 'redis-server')
      return
    } catch {
      // Without its lists apt knows no package; without a network there is none.
    }
  }
}

/** Tells tests where a Redis server is, before any of them runs; on CI there has to be one. */
export default function provideRedis(): void {
  if (!findRedisServer()) installRedisServer()
  const program = findRedisServer()
  if (program) process.env.PLENUM_TEST_REDIS = program
  else if (process.env.CI === 'true')
    throw new Error('The tests need redis-server or valkey-server. Please install one.')
}
