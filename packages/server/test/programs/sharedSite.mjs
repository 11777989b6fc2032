import { readFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createSite } from '@plenum/core'
import { createMemoizer, defaultMemoizeSettings } from '@plenum/core/memoize'
import { cacheAnswers, createApp, createServer } from '@plenum/express-adapter'
import { createNodePlatform } from '@plenum/platform'
import { exactCodec, shareThroughRedis } from '@plenum/redis-store'
import { sqliteStore } from '@plenum/sql-store'
import Database from 'libsql'

/**
 * Starts the site of an application with cached responses and a custom function, which reads its value from a file.
 * `tamperedUrl` leads to the same Redis server, for a site that stores schedules containing `TAMPERED`. Prints the
 * ports as a line of JSON.
 */
const { database, url, tamperedUrl, priceFile, password, isFirst } = JSON.parse(process.argv[2])
const publicUrl = 'http://site.example'

function memoizing(address, change = shared => shared) {
  const settings = { ...defaultMemoizeSettings, url: address, prefix: 'random' }
  const shared = change(shareThroughRedis(settings))
  return { memoizer: createMemoizer({ settings, shared, clock: () => performance.now() }), buildId: '1' }
}

function tampered(shared) {
  const set = (address, value) => {
    const kept = exactCodec.decode(value.payload)
    if (kept?.payload?.items) kept.payload = { ...kept.payload, items: [{ id: 'TAMPERED' }] }
    return shared.store.set(address, { ...value, payload: exactCodec.encode(kept) })
  }
  return { ...shared, store: { ...shared.store, set } }
}

const listen = server => new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))

const store = sqliteStore({ open: () => new Database(database) })
const own = memoizing(url)
const site = createSite(createNodePlatform(store, { memoizing: own, passwordCost: 4 }))
await site.initialize({ title: 'Site', creator: 'admin' })
if (isFirst) await site.createUser({ username: 'admin', email: 'admin@example.org', password, roles: ['Manager'] })
const answers = cacheAnswers(site, 1024 * 1024, { publicUrl })

const price = own.memoizer.memoize({ name: 'garden/price' }, () => Number(readFileSync(priceFile, 'utf8')))
const prices = createPlainServer(async (req, res) => {
  if (req.method === 'GET') return res.end(String(await price()))
  const { kind } = await own.memoizer.invalidate('garden/price')
  return res.writeHead(kind === 'invalidated' ? 200 : 503).end()
})

const other = createSite(createNodePlatform(store, { memoizing: memoizing(tamperedUrl, tampered), passwordCost: 4 }))
const ports = {
  site: await listen(createServer(createApp(site, { publicUrl, answers }), { answers })),
  price: await listen(prices),
  tampering: await listen(createPlainServer(createApp(other, { publicUrl }))),
}
process.stdout.write(`${JSON.stringify(ports)}\n`)
