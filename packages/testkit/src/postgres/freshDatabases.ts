import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Returns a function that creates a database on the server of this test run and returns its URL. Each database is empty
 * or, if `prepare` is given, a copy of a database that `prepare` has filled. After the tests, open connections are
 * closed and all databases are dropped.
 */
export function freshDatabases(
  afterAll: (remove: () => Promise<void>) => unknown,
  prepare?: (url: string) => Promise<void>,
): () => Promise<string> {
  const server = process.env.PLENUM_TEST_POSTGRES
  if (!server) throw new Error('Tests on PostgreSQL are named *.postgres.test.ts: only these are given a server.')
  const names: string[] = []
  afterAll(async () => {
    await execute(server, ...names.map(name => `DROP DATABASE ${name} WITH (FORCE)`))
  })
  const create = async (template: string) => {
    const name = `test_${randomBytes(8).toString('hex')}`
    // The strategy FILE_COPY takes a third of the time that the default strategy needs.
    await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
    names.push(name)
    return name
  }
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: name }).href
  let prepared: Promise<string> | undefined
  const prepareOne = async (fill: (url: string) => Promise<void>) => {
    const name = await create('template0')
    await fill(urlOf(name))
    return name
  }
  return async () => {
    prepared ??= prepare ? prepareOne(prepare) : Promise.resolve('template0')
    return urlOf(await create(await prepared))
  }
}

async function execute(server: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
