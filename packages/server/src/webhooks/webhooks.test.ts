import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually, password } from '@plenum/testkit'
import { Command } from 'commander'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import type { CommandContext } from '../commandContext.js'
import { readConfig } from '../config.js'
import { serve } from '../serve.js'
import { withService } from '../withService.js'
import { addWebhookCommands } from './webhookCommands.js'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-webhooks-'))
const received: Received[] = []
const receiver = createServer(async (req, res) => {
  received.push({ headers: req.headers, body: Buffer.concat(await req.toArray()).toString() })
  res.writeHead(204).end()
})
const logged: string[] = []
const log = pino({ base: null }, { write: (line: string) => void logged.push(line) })

const env = { DATA_DIR: directory, PORT: '0', EMPTY_SITE: '1', PASSWORD_COST: '4', ADMIN_PASSWORD: password }
const configOf = (hosts: string) => readConfig({ ...env, WEBHOOK_HOSTS: hosts })

let address = ''

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})

afterAll(async () => {
  await once(receiver.close(), 'close')
  rmSync(directory, { recursive: true })
})

async function plenum(...args: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  // Messages about waiting are ignored: the service writes to the same database, so a command may have to wait.
  const output = { say: (line: string) => void (line.startsWith('Waiting for another process') || lines.push(line)) }
  const context: CommandContext = {
    output,
    environment: () => env,
    config: async () => configOf(''),
    withService: task => withService(task, { config: configOf(''), output }),
    importInto: async () => {},
    fail: () => {},
  }
  const program = new Command('plenum').exitOverride()
  addWebhookCommands(program, context)
  await program.parseAsync(['node', 'plenum', 'webhook', ...args])
  return lines
}

const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

it('a webhook that was added on the command line receives the changes over HTTP, if WEBHOOK_HOSTS allows its host', async () => {
  const start = (hosts: string) => serve(configOf(hosts), { log, output: { say: () => {} } })
  const first = await start('')
  const [added = ''] = await plenum('add', address, '--kind', 'added', '--title', 'Build')
  const [, id = '', secret = ''] = /^Added the webhook (\w+)\. .* is (whsec_\S+)\.$/.exec(added) ?? []
  const post = (url: string, title: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ '@type': 'Document', title }),
    })
  expect((await post(first.url, 'One')).status).toBe(201)
  await eventually('a refused attempt', async () => (await plenum('deliveries', id)).join().includes('WEBHOOK_HOSTS'))
  await first.stop()
  expect(received).toEqual([])

  const second = await start('127.0.0.1')
  expect((await post(second.url, 'Two')).status).toBe(201)
  await eventually('both messages', async () => received.length >= 2, 25_000)
  const messages = received.map(({ headers, body }) =>
    new Webhook(secret).verify(body, headers as Record<string, string>),
  )
  const paths = messages.map(message => (message as { data: { path: string } }).data.path)
  expect(paths.sort()).toEqual(['/one', '/two'])
  await eventually('the deliveries are recorded', async () =>
    (await plenum('list')).join().includes('active  waiting: 0  parked: 0'),
  )
  const deliveries = await plenum('deliveries', id, '--state', 'delivered')
  expect(deliveries.at(-1)).toMatch(/^2 of 2 deliveries at/)

  const delivery = String(received[0]?.headers['webhook-id'])
  await plenum('repeat', id, delivery)
  await eventually('the repeated message', async () => received.length === 3)
  expect(received[2]?.headers['webhook-id']).toBe(delivery)

  await plenum('pause', id)
  expect((await plenum('list')).join()).toContain('paused')
  await plenum('resume', id)
  await plenum('ping', id)
  await eventually('the test message', async () => received.length === 4)
  const [rotated = ''] = await plenum('rotate', id)
  expect(rotated).toMatch(/shown only once, is whsec_\S{44}\.$/)
  expect(await plenum('remove', id)).toEqual([`Removed the webhook ${id}.`])
  expect(await plenum('list')).toEqual(['There are no webhooks.'])
  await second.stop()
  expect(logged.join()).not.toContain('whsec_')
}, 60_000)
