import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '@plenum/express-adapter'
import { sqliteStore } from '@plenum/sql-store'
import { createTestSite, password, pollClient } from '@plenum/testkit'
import Database from 'libsql'
import request from 'supertest'

const folder = mkdtempSync(path.join(tmpdir(), 'plenum-full-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function siteOnDisk(name: string) {
  const connections: InstanceType<typeof Database>[] = []
  const open = () => {
    const connection = new Database(path.join(folder, name))
    connections.push(connection)
    return connection
  }
  const { content, users, close } = sqliteStore({ open })
  const test = await createTestSite({ store: content, users })
  const faults: [code: unknown, cause: unknown, id: string][] = []
  const app = createApp(test.site, {
    onError: (error, id) => {
      const { code, cause } = error as { readonly code: unknown; readonly cause: unknown }
      faults.push([code, cause, id])
    },
  })
  const [writing] = connections as [InstanceType<typeof Database>]
  const fill = () => {
    const [row] = writing.prepare('PRAGMA page_count').all([]) as [{ page_count: number }]
    writing.exec(`PRAGMA max_page_count = ${row.page_count}`)
  }
  const makeRoom = () => writing.exec('PRAGMA max_page_count = 1000000')
  return { test, app, faults, fill, makeRoom, close }
}

const blocks = { a: { '@type': 'text', text: 'x'.repeat(100_000) } }
const page = { '@type': 'Document', title: 'Page', blocks, blocks_layout: { items: ['a'] } }
const full = ['store-unavailable', expect.objectContaining({ code: 'SQLITE_FULL' })]

describe('a full disk (docs/http-answers.md, Faults of the database)', () => {
  it('causes 503 for writers, with Retry-After, and is reported to the operator; reads continue', async () => {
    const { app, faults, fill, makeRoom, close } = await siteOnDisk('writers')
    const post = () => request(app).post('/').auth('max', password).send(page)
    fill()
    const { status, headers, body } = await post().set('X-Request-Id', 'write')
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toEqual({
      type: 'ServiceUnavailable',
      message: expect.stringContaining('nothing was written'),
      context: null,
      request_id: 'write',
    })
    expect(faults).toEqual([[...full, 'write']])
    expect((await request(app).get('/').auth('max', password).expect(200)).body.items).toEqual([])
    makeRoom()
    await post().expect(201)
    await close()
  })

  it('counts each vote or reports that it does not', async () => {
    const { test, app, faults, fill, makeRoom, close } = await siteOnDisk('votes')
    const polls = pollClient(test, app)
    await polls.addPage('polls', true)
    const poll = await polls.addOpen()
    fill()
    const votes = await Promise.all(Array.from({ length: 300 }, () => polls.vote(poll, { option_id: 0 })))
    const statuses = votes.map(({ status }) => status)
    expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
    expect(faults[0]).toEqual([...full, expect.any(String)])
    makeRoom()
    expect((await polls.read(poll)).body.total_votes).toBe(statuses.filter(status => status === 200).length)
    await polls.vote(poll, { option_id: 0 }).expect(200)
    await close()
  })
})
