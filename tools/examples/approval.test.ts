import request from 'supertest'
import { approvalService } from '../../examples/approval.js'
import { linesOf } from './linesOf.js'

const app = approvalService(':memory:', ({ headers }) => ({
  id: String(headers['x-user']),
  role: String(headers['x-role']),
}))

async function send(url: string, user: string, role: string, body?: object) {
  await app.ready()
  const client = request(app.server)
  const sending = body ? client.post(url).send(body) : client.get(url)
  return sending.set({ 'X-User': user, 'X-Role': role })
}

describe('examples/approval.ts', () => {
  afterAll(() => app.close())

  it('has fewer than 160 lines without blank lines and comments', () => {
    expect(linesOf('approval.ts')).toBeLessThan(160)
  })

  it('moves rows of its own tables through a workflow, and explains refusals', async () => {
    const created = await send('/invoices', 'ben', 'Clerk', { amount: 120 })
    expect([created.status, created.body.states]).toEqual([201, { approval: 'draft' }])
    expect((await send('/invoices/1/submit', 'ben', 'Clerk', { comment: 'Please pay' })).status).toBe(200)
    const denied = await send('/invoices/1/approve', 'ben', 'Accountant', {})
    expect(denied.status).toBe(409)
    expect(denied.body.transitions[1]).toEqual({
      id: 'approve',
      blockers: ['This requires one of these roles: Accountant.'],
    })
    const approved = await send('/invoices/1/approve', 'ana', 'Accountant', { comment: 'Paid' })
    expect(approved.body).toEqual({ number: 1, amount: 120, creator: 'ben', states: { approval: 'approved' } })
    const { body } = await send('/invoices/1', 'ben', 'Clerk')
    expect(body.history.map(({ record }: { record: { action: string } }) => record?.action)).toEqual([
      'approve',
      'submit',
      null,
    ])
  })

  it('refuses unknown invoices and invalid amounts', async () => {
    expect((await send('/invoices/9', 'ben', 'Clerk')).status).toBe(404)
    expect((await send('/invoices', 'ben', 'Clerk', { amount: -1 })).status).toBe(400)
  })
})
