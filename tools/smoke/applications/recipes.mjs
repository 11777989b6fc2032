import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { createClient } from '@plenum/client'
import { openRecipes } from './examples/recipes.js'
import { ask, urlOf } from './requests.mjs'

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-recipes-'))
const { promise: reported, resolve: report } = Promise.withResolvers()
const receiver = createServer(async (req, res) => {
  report(await json(req))
  res.end()
}).listen(0, '127.0.0.1')
const { site, app } = await openRecipes(path.join(directory, 'recipes.sqlite'), await urlOf(receiver))
const server = app.listen(0, '127.0.0.1')
const scale = `${await urlOf(server)}/soup/@scale`
const member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }
const login = { username: 'ana', password: 'Secret-password-1' }
const authorization = `Basic ${btoa(`${login.username}:${login.password}`)}`

await site.deliverChanges('webhook')
await site.createUser({ ...login, email: 'ana@garden.example', roles: ['Manager'] })
const { content, recipes } = site.as(member)
const { path: soup } = await content.create('/', { '@type': 'Recipe', title: 'Soup', portions: 4 })
assert.deepEqual(await recipes.scale(soup, { times: 3 }), { portions: 12 })
assert.deepEqual((await ask(scale, { authorization, body: { times: 2 } })).body, { portions: 24 })
assert.equal((await ask(scale, { authorization, body: { times: 9 } })).status, 400)
assert.equal((await ask(scale, { body: { times: 2 } })).status, 401)
await content.transition(soup, 'publish')
const { path: place, state } = await reported
assert.deepEqual([place, state], ['/soup', 'published'])

const client = createClient({ baseUrl: await urlOf(server) })
await client.login(login.username, login.password)
const photo = new Uint8Array(200_000).fill(7)
const { '@id': oldUrl } = await client.uploads.create('/', photo, { name: 'a.bin' })
await client.content.update(oldUrl, { id: 'renamed' })
const sizes = []
const onProgress = progress => sizes.push(progress.sent)
await client.uploads.replace(oldUrl, 'file', photo.subarray(1), { name: 'b.bin', onProgress })
assert.equal((await client.content.file('/renamed', 'file')).size, photo.length - 1)
assert.ok(sizes.length > 3)
await client.logout()

for (const one of [server, receiver]) {
  one.close()
  one.closeAllConnections()
}
await site.close()
rmSync(directory, { recursive: true })
