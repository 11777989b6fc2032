import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@plenum/testkit'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'

const directory = mkdtempSync(join(tmpdir(), 'plenum-slow-'))
const authorization = `Basic ${Buffer.from('admin:Secret-password-1').toString('base64')}`
const everything = '/@search?fullobjects=1&b_size=100'
const pages = 12

let server: RunningServer
const sockets: Socket[] = []

async function start(env: Readonly<Record<string, string>>): Promise<string> {
  const usual = { DATA_DIR: directory, PORT: '0', PASSWORD_COST: '4', ADMIN_PASSWORD: 'Secret-password-1' }
  server = await serve(readConfig({ ...usual, EMPTY_SITE: '1', KEPT_ANSWERS: '0', METRICS_PORT: '0', ...env }), {
    log: pino({ level: 'silent' }),
    output: { say: () => {} },
  })
  return server.url
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  const url = await start({})
  const blocks = { a: { '@type': 'slate', plaintext: 'x'.repeat(900_000) } }
  for (let i = 0; i < pages; i++)
    expect((await post(url, { '@type': 'Document', title: 'T', blocks })).status).toBe(201)
  await server.stop()
}, 60_000)

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.stop()
})

afterAll(() => rmSync(directory, { recursive: true }))

function askFor(url: string, host: string) {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  const reading = { socket, bytes: 0, isCut: false }
  sockets.push(socket)
  socket.on('data', ({ length }) => {
    reading.bytes += length
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      reading.isCut = true
    })
  const headers = `Host: ${host}\r\nAccept: application/json\r\nAuthorization: ${authorization}\r\n`
  socket.write(`GET ${everything} HTTP/1.1\r\n${headers}\r\n`)
  return reading
}

const sizeOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { agent: false, headers: { authorization, accept: 'application/json' } }
    http
      .get(url + everything, options, async answer => {
        let bytes = 0
        for await (const chunk of answer) bytes += (chunk as Buffer).length
        resolve(bytes)
      })
      .on('error', reject)
  })

async function figure(name: string): Promise<number> {
  const match = new RegExp(`^${name} (\\S+)$`, 'm').exec((await server.metrics?.read()) ?? '')
  return Number(match?.[1])
}

const unread = () => figure('plenum_unread_answers')

describe('clients that read slowly (docs/http-answers.md, Long requests)', () => {
  it('occupy no permit for long requests', async () => {
    const url = await start({ LONG_REQUESTS: '1' })
    const readings = Array.from({ length: 3 }, () => askFor(url, 'a.example'))
    for (const { socket } of readings) socket.pause()
    await eventually('three answers that wait', async () => (await unread()) === readings.length)
    expect(await figure('plenum_long_requests_running')).toBe(0)
    expect(await sizeOf(url)).toBeGreaterThan(pages * 900_000)
    expect((await post(`${url}/@sharing`, { entries: [], inherit: true })).status).toBe(204)
    expect(await unread()).toBe(readings.length)
  })

  it('are disconnected when waiting answers exceed ANSWER_ROOM, the slowest first', async () => {
    const url = await start({ ANSWER_ROOM: '16000000' })
    const slow = askFor(url, 'a.example')
    slow.socket.pause()
    await eventually('an answer that waits', async () => (await unread()) === 1)
    await delay(2500)
    const fast = askFor(url, 'b.example')
    await eventually('the whole answer', () => fast.bytes > pages * 900_000)
    expect([fast.isCut, await figure('plenum_unread_answers_cut_total')]).toEqual([false, 1])
    slow.socket.resume()
    await eventually('the end of the other', () => slow.isCut)
    expect(slow.bytes).toBeLessThan(pages * 900_000)
  })
})
