import assert from 'node:assert/strict'
import express from 'express'
import { pollRoutes, votesIn } from './examples/polls.js'
import { ask, urlOf } from './requests.mjs'

const routes = pollRoutes(votesIn(':memory:'), req => req.get('X-User') ?? null)
const server = express().use('/club', routes).listen(0, '127.0.0.1')
const poll = `${await urlOf(server)}/club/polls/drinks`

const first = await ask(poll, { 'x-user': 'ana', body: { option_id: 1 } })
assert.deepEqual([first.status, first.body.total_votes], [200, 1])
const again = await ask(poll, { 'x-user': 'ana', body: { option_id: 0 } })
assert.deepEqual([again.status, again.body], [409, { error: 'already-voted' }])
const visit = await ask(poll, { body: { option_id: 0 } })
const [cookie] = visit.headers.get('set-cookie').split(';')
assert.equal((await ask(poll, { cookie, body: { option_id: 0 } })).status, 409)
assert.equal((await ask(poll, { cookie })).body.total_votes, 2)
server.close()
server.closeAllConnections()
