import { execFileSync } from 'node:child_process'

const twoMinutes = 120_000

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
      // The package lists may be missing, so the second attempt updates them. On a machine without network access, both
      // attempts fail.
    }
  }
}
