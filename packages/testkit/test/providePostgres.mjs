// From the build: the runner loads this file without its settings, which lead to the sources.
import { startPostgres } from '../dist/postgres/postgresServer.js'

/** Starts the PostgreSQL server of a test run, which ends with the run. A server that was named before is used as it is. */
export default async function providePostgres() {
  if (process.env.PLENUM_TEST_POSTGRES) return
  const { url, programs } = await startPostgres()
  process.env.PLENUM_TEST_POSTGRES = url
  process.env.PLENUM_TEST_POSTGRES_PROGRAMS = programs
}
