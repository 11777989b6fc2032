import { buildCreation, buildCreations, eventually, freshDatabases } from '@plenum/testkit'
import pg from 'pg'
import { postgresFault } from '../faults.js'
import { postgresStore } from '../store.js'
import { openPool } from './openPool.js'

const fresh = freshDatabases(afterAll)

it('PostgreSQL updates its statistics after many additions, but not after each addition', async () => {
  const url = await fresh()
  const { content } = await postgresStore({ url })
  const client = new pg.Client(url)
  await client.connect()
  const make = async (from: number, to: number) => {
    const creates = Array.from({ length: to - from }, (_, i) => buildCreation(`/${from + i}`))
    expect(await content.commit({ creates })).toEqual({ ok: true })
  }
  const known = async () => {
    const { rows } = await client.query("SELECT reltuples::int AS objects FROM pg_class WHERE relname = 'node'")
    return rows[0].objects as number
  }
  try {
    await client.query('ALTER TABLE node SET (autovacuum_enabled = false)')
    await content.commit({ creates: buildCreations('/') })
    await make(1, 499)
    expect(await known()).toBe(-1)
    await make(499, 3000)
    await eventually('3,000 objects are known', async () => (await known()) === 3000)
    await make(3000, 3300)
    await make(3300, 3599)
    expect(await known()).toBe(3000)
    await make(3599, 3600)
    await eventually('3,600 objects are known', async () => (await known()) === 3600)
  } finally {
    await client.end()
    await content.close()
  }
})

it('PostgreSQL answers from indexes alone after a bulk insert, such as a copied site', async () => {
  const url = await fresh()
  const { content, whole } = await postgresStore({ url })
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('ALTER TABLE node SET (autovacuum_enabled = false)')
    const changes = async function* () {
      yield { creates: buildCreations('/') }
      yield { creates: Array.from({ length: 300 }, (_, i) => buildCreation(`/${i}`)) }
    }
    expect(await whole.write(changes())).toEqual({ ok: true })
    const { rows } = await client.query("SELECT relpages, relallvisible FROM pg_class WHERE relname = 'node'")
    expect(rows[0].relpages).toBeGreaterThan(0)
    expect(rows[0].relallvisible).toBe(rows[0].relpages)
  } finally {
    await client.end()
    await content.close()
  }
})

it('a slow statement is distinguished from one that waits for a lock', async () => {
  const pool = await openPool({ url: await fresh(), size: 2 })
  const client = await pool.connect()
  const other = await pool.connect()
  const codeAndText = async (statement: string) => {
    const error = await client.query(statement).catch((error: unknown) => postgresFault(error, 'store.unreadable'))
    return [(error as { code?: string }).code, String((error as Error).message)]
  }
  try {
    expect(await codeAndText("SET statement_timeout = '20ms'; SELECT pg_sleep(5)")).toEqual([
      'busy',
      expect.stringContaining('took too long'),
    ])
    await client.query('RESET statement_timeout')
    await other.query('SELECT pg_advisory_lock(7)')
    expect(await codeAndText('SELECT pg_advisory_lock(7)')).toEqual(['busy', expect.stringContaining('locked')])
  } finally {
    for (const one of [client, other]) one.release(true)
    await pool.end()
  }
}, 20_000)
