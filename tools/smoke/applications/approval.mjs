import assert from 'node:assert/strict'
import { approvalService } from './examples/approval.js'
import { ask } from './requests.mjs'

const userOf = ({ headers }) => ({ id: headers['x-user'], role: headers['x-role'] })
const app = approvalService(':memory:', userOf)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const ben = { 'x-user': 'ben', 'x-role': 'Clerk' }
const ana = { 'x-user': 'ana', 'x-role': 'Accountant' }

const created = await ask(`${url}/invoices`, { ...ben, body: { amount: 120 } })
assert.deepEqual([created.status, created.body.states], [201, { approval: 'draft' }])
assert.equal((await ask(`${url}/invoices/1/approve`, { ...ana, body: {} })).status, 409)
assert.equal((await ask(`${url}/invoices/1/submit`, { ...ben, body: {} })).status, 200)
const approved = await ask(`${url}/invoices/1/approve`, { ...ana, body: { comment: 'Paid' } })
assert.deepEqual(approved.body.states, { approval: 'approved' })
const { body } = await ask(`${url}/invoices/1`, ben)
assert.deepEqual(
  body.history.map(({ record }) => record.action),
  ['approve', 'submit', null],
)
await app.close()
