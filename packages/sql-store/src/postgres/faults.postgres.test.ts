import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { DomainError } from '@plenum/core'
import type { Change, ContentStore } from '@plenum/core/ports'
import { buildCreation, buildCreations, eventually, freshDatabases, startPostgres } from '@plenum/testkit'
import { migrate } from './schema/migrate.js'
import { openPool } from './server/openPool.js'
import { timeLimits } from './server/timeLimits.js'
import { type PostgresStore, postgresStore } from './store.js'
import { commit } from './transaction/writing.js'

const fresh = freshDatabases(afterAll)

type Cut = 'not' | 'silent' | 'after COMMIT' | 'instead of COMMIT' | 'for good'

async function openProxy(target: URL) {
  let cut: Cut = 'not'
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    if (cut === 'for good') return client.destroy()
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [client, database].map(one => one.destroy()))
    }
    let isCut = false
    client.on('data', bytes => {
      if (cut === 'silent') return
      // The word boundaries exclude the isolation level `READ COMMITTED`.
      const isCommit = /\bCOMMIT\b/.test(bytes.toString('latin1'))
      if (isCommit && cut !== 'not') isCut = true
      if (!isCommit || cut !== 'instead of COMMIT') database.write(bytes)
      if (isCommit && cut === 'instead of COMMIT') client.destroy()
      if (isCommit && cut === 'after COMMIT') cut = 'not'
    })
    database.on('data', bytes => (isCut ? client.destroy() : client.write(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const cutting = (how: Cut) => {
    cut = how
  }
  return { url: url.href, close, cutting }
}

const adding = (path: string): Change => ({ creates: [buildCreation(path)] })
const has = async ({ read }: ContentStore, path: string) => (await read(reader => reader.open(path))).exists

async function errorOf(task: Promise<unknown>): Promise<DomainError> {
  const error = await task.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(DomainError)
  return error as DomainError
}

describe('a COMMIT without a reply', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let store: PostgresStore

  beforeEach(async () => {
    proxy = await openProxy(new URL(await fresh()))
    store = await postgresStore({ url: proxy.url, readers: 2 })
    await store.content.commit({ creates: buildCreations('/') })
  })

  afterEach(async () => {
    await store.close()
    proxy.close()
  })

  it('is looked up, and succeeds if it was committed', async () => {
    proxy.cutting('after COMMIT')
    expect(await store.content.commit(adding('/a'))).toEqual({ ok: true })
    expect(await has(store.content, '/a')).toBe(true)
  })

  it('is looked up, and may be retried if it was not committed', async () => {
    proxy.cutting('instead of COMMIT')
    const { code, details } = await errorOf(store.content.commit(adding('/a')))
    expect([code, details.retryAfter]).toEqual(['store-unavailable', 5])
    proxy.cutting('not')
    expect(await has(store.content, '/a')).toBe(false)
    expect(await store.content.commit(adding('/a'))).toEqual({ ok: true })
  })

  it('is not confused with the transaction of a restarted server that reuses its id', async () => {
    const pool = await openPool({ url: await fresh(), size: 2 })
    try {
      await migrate(pool)
      const { rows } = await pool.query('SELECT pg_current_xact_id()::text AS id')
      const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
      const change = { writer: randomUUID(), number: 2 }
      const ended = commit(pool, {
        execute: () => Promise.reject(lost),
        id: rows[0].id,
        change,
        limit: timeLimits.commit,
      })
      await expect(ended).rejects.toBe(lost)
    } finally {
      await pool.end()
    }
  })

  it('is reported as unknown within 5 s if the lookup fails, without a time to retry', async () => {
    proxy.cutting('for good')
    const begun = performance.now()
    const { code, details } = await errorOf(store.content.commit(adding('/a')))
    expect([code, details.retryAfter]).toEqual(['outcome-unknown', undefined])
    expect(performance.now() - begun).toBeLessThan(6000)
    proxy.cutting('not')
    expect(await has(store.content, '/a')).toBe(true)
  })
})

describe('a silent server', () => {
  it('causes 503 for readers and writers within seconds, and is used again once it answers', async () => {
    const proxy = await openProxy(new URL(await fresh()))
    const { content, close } = await postgresStore({ url: proxy.url, readers: 2 })
    try {
      await content.commit({ creates: buildCreations('/') })
      proxy.cutting('silent')
      const begun = performance.now()
      const silent = [has(content, '/'), content.commit(adding('/a')), content.state()]
      for (const { code } of await Promise.all(silent.map(errorOf))) expect(code).toBe('store-unavailable')
      expect(performance.now() - begun).toBeLessThan(6000)
      // After a timeout, further queries must fail faster, because a request sends several queries and would otherwise
      // exceed its time limit.
      const again = performance.now()
      for (const ask of [() => has(content, '/'), content.state])
        expect((await errorOf(ask())).code).toBe('store-unavailable')
      expect(performance.now() - again).toBeLessThan(500)
      proxy.cutting('not')
      await eventually('the store answers', () => has(content, '/').catch(() => false))
      expect(await content.commit(adding('/a'))).toEqual({ ok: true })
    } finally {
      await close()
      proxy.close()
    }
  })
})

describe('a stopped server', () => {
  it('causes 503 for readers and writers, and keeps every confirmed change after its return', async () => {
    const server = await startPostgres()
    const store = await postgresStore({ url: server.url, readers: 2 })
    try {
      await store.content.commit({ creates: buildCreations('/') })
      const state = await store.content.state()
      await server.kill()
      await eventually('the server is gone', () =>
        store.content.state().then(
          () => false,
          () => true,
        ),
      )
      const gone = [
        has(store.content, '/'),
        store.content.commit(adding('/a')),
        store.content.state(),
        store.users.user('a'),
      ]
      for (const error of await Promise.all(gone.map(errorOf)))
        expect([error.code, error.details.retryAfter]).toEqual(['store-unavailable', 5])
      await server.restart()
      await eventually('the store answers', () => has(store.content, '/').catch(() => false))
      expect((await store.content.state()).content).toBe(state.content)
      expect(await store.content.commit(adding('/a'))).toEqual({ ok: true })
    } finally {
      await store.close()
      await server.close()
    }
  })
})

describe('a revoked privilege', () => {
  it('causes 503 with its cause for all readers and writers until it is granted again', async () => {
    const url = await fresh()
    const superuser = await openPool({ url, size: 1 })
    const role = `limited_${randomUUID().replaceAll('-', '')}`
    await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${role}`)
    const limited = Object.assign(new URL(url), { username: role, password: 'x' })
    const store = await postgresStore({ url: limited.href, readers: 4 })
    try {
      await store.content.commit({ creates: buildCreations('/') })
      await superuser.query(`REVOKE ALL ON node_doc FROM ${role}`)
      const tried = [1, 2, 3, 4].map(n => has(store.content, `/${n}`))
      for (const error of await Promise.all([...tried, store.content.commit(adding('/a'))].map(errorOf))) {
        expect([error.code, error.details.retryAfter]).toEqual(['store-unavailable', 5])
        expect(error.cause).toMatchObject({ code: '42501', message: 'permission denied for table node_doc' })
      }
      await superuser.query(`GRANT ALL ON node_doc TO ${role}`)
      expect(await has(store.content, '/')).toBe(true)
      expect(await store.content.commit(adding('/a'))).toEqual({ ok: true })
    } finally {
      await store.close()
      await superuser.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
      await superuser.end()
    }
  })
})

describe('writers of several processes', () => {
  it('to the same object wait in a queue: each change is made once or conflicts with another', async () => {
    const url = await fresh()
    const stores = await Promise.all([1, 2, 3].map(() => postgresStore({ url, readers: 2 })))
    try {
      const [first] = stores
      await first?.content.commit({ creates: buildCreations('/', '/a', '/b') })
      const raise = async ({ content }: PostgresStore, path: string): Promise<void> => {
        for (;;) {
          const lineage = (await content.read(reader => reader.open(path))).lineage
          const node = lineage.at(-1)
          if (!node) throw new Error('The object is gone.')
          const { ok } = await content.commit({ updates: [{ node, entry: buildCreation(path).entry }] })
          if (ok) return
        }
      }
      const writers = Array.from(
        { length: 30 },
        (_, i) => [stores[i % 3] as PostgresStore, i % 2 ? '/a' : '/b'] as const,
      )
      await Promise.all(writers.map(([store, path]) => raise(store, path)))
      for (const { content } of stores)
        for (const path of ['/a', '/b'])
          expect((await content.read(reader => reader.open(path))).lineage.at(-1)?.revision).toBe(15)
    } finally {
      for (const store of stores) await store.close()
    }
  })
})
