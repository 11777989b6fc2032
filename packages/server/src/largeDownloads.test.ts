import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '@plenum/express-adapter'
import { sqliteStore } from '@plenum/sql-store'
import { createTestSite, listenOn, password } from '@plenum/testkit'
import Database from 'libsql'
import request from 'supertest'

const folder = mkdtempSync(path.join(tmpdir(), 'plenum-downloads-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MiB = 1024 * 1024
const size = 16 * MiB

async function siteWithLargeFile(name: string) {
  const open = () => new Database(path.join(folder, name))
  const { content, users, close } = sqliteStore({ open })
  const { site, platform } = await createTestSite({ store: content, users })
  const faults: unknown[] = []
  const app = createApp(site, { onError: error => faults.push(error), maxUpload: 2 * size })
  const file = { data: Buffer.alloc(size, 'x').toString('base64'), encoding: 'base64', filename: 'x.bin' }
  const sent = { '@type': 'File', id: 'f', file: { ...file, 'content-type': 'a/b' } }
  await request(app).post('/').auth('max', password).send(sent).expect(201)
  return { app, open, faults, platform, close }
}

/** Begins a download. The download is paused until the test reads its bytes. */
const begin = (server: http.Server): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    http.get({ port, path: '/f/@@download/file', agent: false, auth: `max:${password}` }, resolve).on('error', reject)
  })

async function bytesOf(answer: http.IncomingMessage): Promise<number> {
  let count = 0
  for await (const bytes of answer) count += (bytes as Buffer).length
  return count
}

describe('downloads of large files (docs/limits.md, Files)', () => {
  it('occupy neither a snapshot nor a reader while clients wait, and deliver all bytes', async () => {
    const { app, open, platform, close } = await siteWithLargeFile('waiting.sqlite')
    await using server = await listenOn(app)
    const answers = await Promise.all(Array.from({ length: 12 }, () => begin(server)))
    await request(app).post('/').auth('max', password).send({ '@type': 'Document', title: 'Other' }).expect(201)
    await request(app).get('/other').auth('max', password).expect(200)
    // The checkpoint succeeds only if no snapshot is open, because an open snapshot would prevent the log from being
    // emptied.
    const other = open()
    expect(other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
    other.close()
    expect(platform.scheduler.long()).toMatchObject({ waiting: 0 })
    expect(await Promise.all(answers.map(bytesOf))).toEqual(Array(12).fill(size))
    await close()
  })

  it('complete, or are aborted, if the file is deleted in the meantime', async () => {
    const { app, faults, close } = await siteWithLargeFile('deleted.sqlite')
    await using server = await listenOn(app)
    const [deleted, replaced] = [await begin(server), await begin(server)]
    const other = { data: Buffer.alloc(size, 'y').toString('base64'), encoding: 'base64', filename: 'y.bin' }
    await request(app).patch('/f').auth('max', password).send({ file: other }).expect(204)
    await expect(bytesOf(replaced)).rejects.toMatchObject({ code: 'ECONNRESET' })
    await request(app).delete('/f').auth('max', password).expect(204)
    await expect(bytesOf(deleted)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(faults).toHaveLength(2)
    await close()
  })

  it('are aborted if bytes are missing: the client never mistakes a part for the whole', async () => {
    const { app, open, faults, close } = await siteWithLargeFile('gone.sqlite')
    await using server = await listenOn(app)
    const answer = await begin(server)
    expect(answer.headers['content-length']).toBe(String(size))
    const other = open()
    other.exec('DELETE FROM file_piece WHERE number = 15')
    other.close()
    await expect(bytesOf(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining('Piece 15') })])
    await request(app).get('/').auth('max', password).expect(200)
    await close()
  })
})
