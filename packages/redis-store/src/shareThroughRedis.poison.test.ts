import { randomBytes } from 'node:crypto'
import { serialize } from 'node:v8'
import { crc32, deflateRawSync } from 'node:zlib'
import { countedFunction, describeRedis, type RedisServer, sharingInstances, startRedis } from '@plenum/testkit'
import { createClient, RESP_TYPES } from 'redis'
import { envelope } from './encoding/envelope.js'
import { exactCodec } from './encoding/exactCodec.js'
import { shareThroughRedis } from './shareThroughRedis.js'

interface Place {
  readonly key: string
  readonly token: Uint8Array
}

function sealed({ key, token }: Place, body: Uint8Array, { version = 1, flags = 0 } = {}): Buffer {
  const head = Buffer.concat([Buffer.from([0x50, 0x6d, version, flags]), token])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body, crc32(head, crc32(key))))
  return Buffer.concat([head, sum, body])
}

const packed = (place: Place, payload: Uint8Array): Buffer =>
  sealed(place, deflateRawSync(payload, { level: 9 }), { flags: 1 })

function deep(levels: number): Buffer {
  const [open, close] = [Buffer.from([0x41, 1]), Buffer.from([0x24, 0, 1])]
  const innermost = serialize([])
  return Buffer.concat([
    innermost.subarray(0, 2),
    Buffer.alloc(open.length * levels, open),
    innermost.subarray(2),
    Buffer.alloc(close.length * levels, close),
  ])
}

it('a corrupt value differs from a valid one only in its fault', () => {
  const [place, payload] = [{ key: 'key', token: Buffer.alloc(16) }, deep(3)]
  const { seal, open } = envelope({ maxUnpacked: 1000 })
  expect(sealed(place, payload)).toEqual(seal('key', { ...place, payload }))
  expect(open('key', packed(place, payload))?.payload).toEqual(payload)
  expect(exactCodec.decode(payload)).toEqual([[[[]]]])
  expect(() => exactCodec.decode(deep(75_000))).toThrow('call stack')
})

/** Returns the token in an envelope, which follows the three initial bytes and the byte with the flags. */
const tokenIn = (sealed: Buffer): Buffer => sealed.subarray(4, 20)

describeRedis(describe, 'a corrupt value in Redis', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  let server: RedisServer
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    server = await startRedis(program)
    client = createClient({ url: server.url })
    await client.connect()
  })
  afterEach(async () => {
    await close()
    await client.flushAll()
  })
  afterAll(async () => {
    client.destroy()
    await server.close()
  })

  const value = (x: number) => ({ x, text: 'compost '.repeat(5) })

  /** Creates a memoized function with two values in the store. Tests corrupt the value at `key`. */
  async function begin() {
    const a = start({ url: server.url, timeout: 5, prefix: 'p', maxSize: 400_000 })
    const task = countedFunction(async (x: number) => value(x))
    const worked = a.memoizer.memoize({ name: 'work' }, task.fn)
    await worked(1)
    await a.memoizer.settled()
    const [key = ''] = await client.keys('p:work:*')
    await worked(2)
    await a.memoizer.settled()
    const other = (await client.keys('p:work:*')).find(stored => stored !== key) ?? ''
    const bytes = (await client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key)) as Buffer
    return { ...a, task, worked, key, other, token: tokenIn(bytes), bytes }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  async function expectRecovery({ worked, task, counts, breaker, memoizer }: Begun, before = task.runs): Promise<void> {
    const counted = await counts()
    expect(await worked(1)).toEqual(value(1))
    await memoizer.settled()
    expect(task.runs).toBe(before + 1)
    const { shared_misses = 0, undecodable = 0 } = counted
    const expected = { ...counted, shared_misses: shared_misses + 1, undecodable: undecodable + 1 }
    expect(await counts()).toEqual(expected)
    expect(await breaker()).toEqual({ open: false, seconds_until_retry: 0 })
    expect([await worked(1), await worked(2)]).toEqual([value(1), value(2)])
    expect(await counts()).toEqual({ ...expected, shared_hits: (counted.shared_hits ?? 0) + 2 })
    expect(task.runs).toBe(before + 1)
    expect(Reflect.get({}, 'x')).toBeUndefined()
  }

  it.each<readonly [string, (begun: Begun) => Buffer | string | Promise<Buffer | string>]>([
    ['no bytes', () => ''],
    ['a text', () => '{"__proto__": {"x": 1}}'],
    ['random bytes', () => randomBytes(500)],
    ['random bytes after a valid beginning', ({ bytes }) => Buffer.concat([bytes.subarray(0, 20), randomBytes(50)])],
    [
      'the value of another key',
      ({ other }) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(other) as Promise<Buffer>,
    ],
    ['a changed version', ({ bytes }) => Buffer.concat([bytes.subarray(0, 2), Buffer.from([9]), bytes.subarray(3)])],
    ['a complete value of an older version', begun => sealed(begun, exactCodec.encode(value(7)), { version: 0 })],
    ['more than max_size', () => Buffer.alloc(500_000)],
    ['a valid value larger than max_size', begun => sealed(begun, exactCodec.encode('x'.repeat(400_000)))],
    ['a valid value that unpacks to too much', begun => packed(begun, exactCodec.encode('x'.repeat(7_000_000)))],
    ['a bomb of 300 MB', begun => packed(begun, Buffer.alloc(300_000_000))],
    ['data that does not unpack', begun => packed(begun, Buffer.alloc(0))],
    ['an envelope around bytes that encode no value', begun => sealed(begun, randomBytes(100))],
    ['an envelope without a value', begun => sealed(begun, Buffer.alloc(0))],
    ['a value of 75,000 levels', begun => sealed(begun, deep(75_000))],
    ['a value of a million levels, packed', begun => packed(begun, deep(1_000_000))],
    [
      'an array longer than its data',
      begun => sealed(begun, Buffer.from([0xff, 0x0f, 0x41, 0xff, 0xff, 0xff, 0xff, 0x0f])),
    ],
    ['memory shared by threads', begun => sealed(begun, Buffer.from([0xff, 0x0f, 0x75, 0x00]))],
    ['a host object', begun => sealed(begun, Buffer.from([0xff, 0x0f, 0x5c, 0x63]))],
  ])('(%s) is replaced, and nothing else is affected (docs/caching.md, Envelopes)', async (_, spoil) => {
    const begun = await begin()
    await client.set(begun.key, await spoil(begun))
    await expectRecovery(begun)
  })

  it('is replaced wherever it was truncated (docs/caching.md, Envelopes)', async () => {
    const begun = await begin()
    for (let end = 0; end < begun.bytes.length; end++) {
      await client.set(begun.key, begun.bytes.subarray(0, end))
      await expectRecovery(begun)
    }
  })

  it('is replaced if it is a list (docs/caching.md, Envelopes)', async () => {
    const begun = await begin()
    await client.del(begun.key)
    await client.lPush(begun.key, 'x')
    await expectRecovery(begun)
  })

  it.each([
    ['a text', () => client.set('p:~g:work', 'token')],
    ['in another notation', () => client.set('p:~g:work', `${'a'.repeat(21)}b`)],
    ['as long as a token', () => client.set('p:~g:work', '~'.repeat(22))],
    ['much', () => client.set('p:~g:work', Buffer.alloc(100_000))],
    ['a list', () => client.del('p:~g:work').then(() => client.lPush('p:~g:work', 'x'))],
  ])('instead of the token of a function (%s) invalidates its values once', async (_, spoil) => {
    const begun = await begin()
    await spoil()
    for (const x of [1, 2]) await begun.worked(x)
    await begun.memoizer.settled()
    expect(begun.task.runs).toBe(4)
    for (const x of [1, 2]) await begun.worked(x)
    expect(begun.task.runs).toBe(4)
    expect(await begun.counts()).toEqual({ shared_misses: 4, shared_hits: 2 })
  })

  it('is never read if values are signed with a secret', async () => {
    const signing = sharingInstances(settings => shareThroughRedis(settings, { secret: 'key' }))
    const a = signing.start({ url: server.url, timeout: 5, prefix: 'p' })
    const task = countedFunction(async () => 'mine')
    const worked = a.memoizer.memoize({ name: 'work' }, task.fn)
    await worked()
    await a.memoizer.settled()
    const [key = ''] = await client.keys('p:work:*')
    const token = tokenIn((await client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key)) as Buffer)
    expect(await worked()).toBe('mine')
    await client.set(key, sealed({ key, token }, serialize('theirs')))
    expect(await worked()).toBe('mine')
    expect(await a.counts()).toEqual({ shared_misses: 2, shared_hits: 1, undecodable: 1 })
    await signing.close()
  })
})
