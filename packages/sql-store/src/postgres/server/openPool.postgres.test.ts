import { freshDatabases } from '@plenum/testkit'
import { openPool } from './openPool.js'

const fresh = freshDatabases(afterAll)

it('callers that wait for a connection do not wait any longer once the server has not responded in time', async () => {
  const pool = await openPool({ url: await fresh(), size: 1, limits: { connection: 20_000, answer: 500 } })
  try {
    await pool.query('SELECT 1')
    const [first, second] = await Promise.allSettled(['SELECT pg_sleep(3)', 'SELECT 2'].map(text => pool.query(text)))
    expect(String(first?.status === 'rejected' && first.reason)).toContain('Query read timeout')
    expect(String(second?.status === 'rejected' && second.reason)).toContain('did not respond a moment ago')
  } finally {
    await pool.end()
  }
}, 60_000)
