import type { PoolClient } from 'pg'
import { sessionOn } from './session.js'

describe('a session', () => {
  it('sends no statement after a timeout, so that callers who share it do not wait for one timeout each', async () => {
    const texts: string[] = []
    const query = async ({ text }: { readonly text: string }) => {
      texts.push(text)
      throw new Error('Query read timeout')
    }
    const session = sessionOn({ query, release: () => {} } as unknown as PoolClient)
    const results = await Promise.allSettled([session.execute({ text: 'a' }), session.execute({ text: 'b' })])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await session.rollBack()
    expect(texts).toEqual(['a'])
  })

  it('returns a lost connection once, without waiting for the end of the transaction', async () => {
    const lost = new Error('Query read timeout')
    const released: unknown[] = []
    const client = { query: () => Promise.reject(lost), release: (error: unknown) => released.push(error) }
    const session = sessionOn(client as unknown as PoolClient)
    await expect(session.execute({ text: 'COMMIT' })).rejects.toBe(lost)
    expect(released).toEqual([lost])
    await session.rollBack()
    expect(released).toEqual([lost])
  })
})
