// The module is imported from the build, because the runner loads this file without its settings, which refer to the
// sources.
import { startPostgres } from '../dist/postgres/postgresServer.js'

/**
 * Starts the PostgreSQL server of a test run. The server ends with the run. A server that is already configured is used
 * unchanged.
 */
export default async function providePostgres() {
  if (process.env.PLENUM_TEST_POSTGRES) return
  const { url, programs } = await startPostgres()
  process.env.PLENUM_TEST_POSTGRES = url
  process.env.PLENUM_TEST_POSTGRES_PROGRAMS = programs
}
