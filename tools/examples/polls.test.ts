import express from 'express'
import request from 'supertest'
import { pollRoutes, votesIn } from '../../examples/polls.js'
import { linesOf } from './linesOf.js'

const app = express().use(
  '/club',
  pollRoutes(votesIn(':memory:'), req => req.get('X-User') ?? null),
)
const vote = (body: object, headers: Record<string, string> = {}) =>
  request(app).post('/club/polls/drinks').set(headers).send(body)

describe('examples/polls.ts', () => {
  it('has fewer than 103 lines without blank lines and comments', () => {
    expect(linesOf('polls.ts')).toBeLessThan(103)
  })

  it('counts one vote of each member and visitor in an application of Express', async () => {
    expect((await vote({ option_id: 1 }, { 'X-User': 'ana' }).expect(200)).body.total_votes).toBe(1)
    expect((await vote({ option_id: 0 }, { 'X-User': 'ana' }).expect(409)).body).toEqual({ error: 'already-voted' })
    const first = await vote({ option_id: 0 }).expect(200)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    await vote({ option_id: 0 }, { Cookie: cookie }).expect(409)
    const { body } = await request(app).get('/club/polls/drinks').set('Cookie', cookie).expect(200)
    expect(body.total_votes).toBe(2)
  })

  it('refuses unknown options, malformed votes and unknown polls', async () => {
    expect((await vote({ option_id: 7 }).expect(400)).body).toEqual({ error: 'no-such-option' })
    expect((await vote({}).expect(400)).body).toEqual({ error: 'malformed' })
    await request(app).get('/club/polls/constructor').expect(404)
  })
})
