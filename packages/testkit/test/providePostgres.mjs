// From the build: the runner loads this file without its settings, which refer to the sources.
import { startPostgres } from '../dist/postgres/postgresServer.js'

/**
 * Starts the PostgreSQL server of a test run, which ends with the run. An already configured server is used unchanged.
 */
export default async function providePostgres() {
  if (process.env.PLENUM_TEST_POSTGRES) return
  const { url, programs } = await startPostgres()
  process.env.PLENUM_TEST_POSTGRES = url
  process.env.PLENUM_TEST_POSTGRES_PROGRAMS = programs
}
