import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../..')

export function earlierVersion(commit) {
  const directory = path.join(tmpdir(), 'plenum-bench', commit)
  const run = (cwd, program, ...args) => execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (!existsSync(directory)) {
    mkdirSync(path.dirname(directory), { recursive: true })
    run(repository, 'git', 'worktree', 'add', '--detach', directory, commit)
  }
  if (!existsSync(path.join(directory, 'packages/server/dist/main.js'))) {
    run(directory, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
    run(directory, 'npx', 'tsc', '-b', 'packages/server')
  }
  return directory
}
