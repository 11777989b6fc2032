import { describeRedis, type RedisServer, startRedis } from '@plenum/testkit'
import { createClient } from 'redis'
import { connectRedis } from './connection/connectRedis.js'
import { redisStore } from './redisStore.js'

/**
 * Values that each version stored in Redis, and the results when the current version reads them. A value that a new
 * version cannot read must be reported as a miss, and not as undecodable. For this purpose, the versions use different
 * keys, so that they do not overwrite one another's values.
 */
const token = 'BwcHBwcHBwcHBwcHBwcHBw'
const released = [['1', 'hit', 'app:f:1.bytes:digest', 'UG0BAAcHBwcHBwcHBwcHBwcHBwetZ7jvdmFsdWU=']] as const

describeRedis(describe, 'values stored in Redis', program => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterAll(() => server.close())

  it.each(released)(
    'by version %s are still read as a %s (docs/caching.md, Envelopes)',
    async (_, expected, key, value) => {
      const client = await createClient({ url: server.url }).connect()
      // The store combines two tokens. The second token consists of zeros, so it does not change the result.
      await client.set('app:~g:f', token)
      await client.set('app:~g:', 'A'.repeat(22))
      await client.set(key, Buffer.from(value, 'base64'))
      const nodes = connectRedis({ url: server.url, timeout: 5 })
      const store = redisStore({ nodes, prefix: 'app', form: 'bytes', maxSize: 1000, timeout: 5 })
      const reading = await store.get({ name: 'f', digest: 'digest' })
      await store.close()
      client.destroy()
      expect(reading).toMatchObject({ kind: expected, token })
      expect('payload' in reading && Buffer.from(reading.payload).toString()).toBe('value')
    },
  )
})
