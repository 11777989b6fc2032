// The module is imported from the build, because the runner loads this file without the settings that map imports to
// the sources.
import { startPostgres } from '../dist/postgres/postgresServer.js'

/**
 * Starts the PostgreSQL server of a test run, which ends with the run. If a server is already configured, it is used
 * instead.
 */
export default async function providePostgres() {
  if (process.env.PLENUM_TEST_POSTGRES) return
  const { url, programs } = await startPostgres()
  process.env.PLENUM_TEST_POSTGRES = url
  process.env.PLENUM_TEST_POSTGRES_PROGRAMS = programs
}
