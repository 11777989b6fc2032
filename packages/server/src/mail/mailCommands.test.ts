import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { basicAuthorization, buildMail, eventually, password, type SmtpSink, startSmtpSink } from '@plenum/testkit'
import { Command } from 'commander'
import { pino } from 'pino'
import type { CommandContext } from '../commandContext.js'
import { readConfig } from '../config.js'
import { openDatabase } from '../database.js'
import { checkOutbox } from '../doctor/checkMail.js'
import { serve } from '../serve.js'
import { withService } from '../withService.js'
import { addMailCommands } from './mailCommands.js'

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-mails-'))
const base = { DATA_DIR: directory, PORT: '0', EMPTY_SITE: '1', PASSWORD_COST: '4', ADMIN_PASSWORD: password }
const headers = { ...basicAuthorization('admin', password), 'Content-Type': 'application/json' }
const log = pino({ level: 'silent' })

let sink: SmtpSink
let env: Record<string, string>
let hasFailed = false

async function plenum(...args: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  const output = { say: (line: string) => void lines.push(line) }
  const context: CommandContext = {
    output,
    environment: () => env,
    config: async () => readConfig(env),
    withService: task => withService(task, { config: readConfig(env), output }),
    importInto: async () => {},
    fail: () => {
      hasFailed = true
    },
  }
  const program = new Command('plenum').exitOverride()
  addMailCommands(program, context)
  await program.parseAsync(['node', 'plenum', 'mail', ...args])
  return lines
}

async function problems(hasMailServer: boolean): Promise<readonly string[]> {
  let descriptions: readonly string[] = []
  const output = { say: () => {} }
  await withService(
    async ({ site }) => {
      descriptions = (await checkOutbox(site, hasMailServer)).map(({ description }) => description)
    },
    { config: readConfig(env), output },
  )
  return descriptions
}

beforeAll(async () => {
  sink = await startSmtpSink()
  env = { ...base, SMTP_URL: sink.url, MAIL_FROM: 'site@example.org', PUBLIC_URL: 'https://conf.example' }
  const service = await serve(readConfig(env), { log, output: { say: () => {} } })
  await service.stop()
  const store = openDatabase(path.join(directory, 'plenum.sqlite'))
  const last = { time: 1, reason: 'server', detail: '554 spam' } as const
  await store.content.commit({
    mails: [
      buildMail('one'),
      buildMail('two', { state: 'failed', attempts: 9, last }),
      buildMail('three', { state: 'failed' }),
    ],
  })
  await store.close()
})

afterAll(async () => {
  await sink.close()
  rmSync(directory, { recursive: true })
})

describe('plenum mail (docs/schedule.md, Emails to presenters, rule 10)', () => {
  it('lists emails with the reasons for failures, and the doctor reports them', async () => {
    const lines = await plenum('list')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(
      /two +failed +release 1 .*attempts: 9 +The mail server did not accept the email \(554 spam\)\./,
    )
    expect(lines.at(-1)).toBe('3 of 3 emails.')
    expect(await plenum('list', '--state', 'waiting', '--limit', '1')).toHaveLength(2)
    await expect(plenum('list', '--state', 'lost')).rejects.toThrow('must be one of')
    expect(await problems(false)).toEqual([
      '1 emails to presenters wait for a mail server.',
      '2 emails to presenters could not be sent.',
    ])
    expect(await problems(true)).toEqual(['2 emails to presenters could not be sent.'])
  })

  it('pauses and resumes the outbox', async () => {
    expect(await plenum('pause')).toEqual(['Paused the outbox.'])
    expect((await plenum('list')).at(-1)).toBe('The outbox is paused. `plenum mail resume` resumes it.')
    expect((await problems(true))[0]).toContain('the outbox is paused')
    expect(await plenum('resume')).toEqual(['Resumed the outbox.'])
    expect((await plenum('list')).at(-1)).toBe('3 of 3 emails.')
  })

  it('queues emails again', async () => {
    expect(await plenum('retry', 'two')).toEqual(['Queued 1 emails again.'])
    expect(await plenum('retry', '--failed')).toEqual(['Queued 1 emails again.'])
    expect((await plenum('list', '--state', 'waiting')).at(-1)).toBe('3 of 3 emails.')
    await expect(plenum('retry')).rejects.toThrow('--failed')
    await expect(plenum('retry', 'none')).rejects.toThrow('There is no such email.')
  })

  it('sends a test email, and reports each step', async () => {
    expect(await plenum('test', 'ada@example.org')).toHaveLength(4)
    expect(sink.accepted.map(({ to }) => to)).toEqual(['ada@example.org'])
    const { SMTP_URL: _, ...silent } = env
    const before = env
    env = silent
    await expect(plenum('test', 'ada@example.org')).rejects.toThrow('set SMTP_URL')
    env = { ...before, SMTP_URL: 'smtp://no-such-host.invalid' }
    const lines = await plenum('test', 'ada@example.org')
    expect([lines.length, lines[1], hasFailed]).toEqual([2, expect.stringMatching(/^Remedy: /), true])
    env = before
  })

  it('is also available as requests to the service, which sends the emails', async () => {
    const service = await serve(readConfig(env), { log, output: { say: () => {} } })
    const answer = async () => (await (await fetch(`${service.url}/@outbox`, { headers })).json()) as Listed
    // The emails in this test are skipped, because their presenters do not exist.
    await eventually('the end of the outbox', async () => (await answer()).counts.skipped === 3)
    expect(await answer()).toMatchObject({ paused: false, has_mail_server: true, items_total: 3 })
    const retried = await fetch(`${service.url}/@outbox/two/retry`, { method: 'POST', headers })
    expect(retried.status).toBe(202)
    expect(await retried.json()).toMatchObject({ id: 'two', presenter: { '@id': null }, attempts: 0 })
    await service.stop()
  })
})

interface Listed {
  readonly counts: Readonly<Record<string, number>>
}
