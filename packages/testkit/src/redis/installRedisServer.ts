import { execFileSync } from 'node:child_process'

const twoMinutes = 120_000

/** Installs Debian's package where that is possible: as root, with apt. Says nothing when it is not. */
export function installRedisServer(): void {
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
