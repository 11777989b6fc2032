import path from 'node:path'
import {
  basicAuthorization,
  createPrograms,
  eventually,
  type Programs,
  password,
  type ReceivedMail,
  type RunningServer,
  type SmtpSink,
  startSmtpSink,
} from '@plenum/testkit'
import Database from 'libsql'

const headers = { ...basicAuthorization('admin', password), 'Content-Type': 'application/json' }
const names = ['ada', 'bo', 'cy', 'mute', 'di']

let programs: Programs
let service: RunningServer
let listening: Promise<RunningServer>
let sink: SmtpSink
let onMail: (mail: ReceivedMail) => Promise<void>

async function send(method: string, at: string, body: object): Promise<{ readonly UID?: string }> {
  const answer = await fetch(service.url + at, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? {} : ((await answer.json()) as object)
}

async function add(container: string, id: string, body: object): Promise<string> {
  const { UID = '' } = await send('POST', `/${container}`, { id, title: id, ...body })
  await send('POST', `/${container}/${id}/@workflow/publish`.replace('//', '/'), {})
  return UID
}

async function start(): Promise<void> {
  listening = programs.serve({
    ...{ EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', PUBLIC_URL: 'https://conf.example' },
    ...{ SMTP_URL: sink.url, MAIL_FROM: 'site@example.org' },
  })
  service = await listening
}

async function restart(): Promise<void> {
  const database = new Database(path.join(programs.directory, 'plenum.sqlite'))
  database.exec("DELETE FROM lease WHERE name = 'mails'")
  database.close()
  await start()
}

const copiesOf = (name: string) => sink.accepted.filter(({ to }) => to === `${name}@example.org`)

beforeEach(async () => {
  programs = createPrograms()
  onMail = async () => {}
  sink = await startSmtpSink({
    reply: async mail => {
      await onMail(mail)
      return '250 ok'
    },
  })
})

afterEach(async () => {
  await programs.close()
  await sink.close()
})

interface Outbox {
  readonly counts: Readonly<Record<string, number>>
}

const listed = async () => (await (await fetch(`${service.url}/@outbox`, { headers })).json()) as Outbox

it('emails to presenters survive SIGKILL: none is lost, and none is sent for the third time', async () => {
  await start()
  await add('', 'schedule', { '@type': 'Schedule' })
  const presenters: string[] = []
  for (const name of names)
    presenters.push(
      await add('', name, { '@type': 'Presenter', email: `${name}@example.org`, mail_optout: name === 'mute' }),
    )
  await add('schedule', 'talk', { '@type': 'Talk', presenters })
  await send('PATCH', '/', { mail_presenters: true })
  let kills = 0
  // Twice, the service is killed after it has transmitted the same email, but before the mail server replies.
  onMail = async ({ to }) => {
    if (!to.startsWith('bo@') || copiesOf('bo').length >= 2) return
    await (await listening).kill()
    kills += 1
  }
  await send('POST', '/@schedule-releases', { name: 'One' })
  for (const round of [1, 2]) {
    await eventually('a kill after a transmission', () => kills === round, 30_000)
    await restart()
  }
  await new Promise(resolve => setTimeout(resolve, Math.random() * 2000))
  await service.kill()
  await restart()
  await eventually('the last email', () => names.every(name => name === 'mute' || copiesOf(name).length > 0), 30_000)
  // The state of the last email is stored only after the mail server has replied.
  await eventually('the end of the outbox', async () => (await listed()).counts.waiting === 0)
  const copies = Object.fromEntries(names.map(name => [name, copiesOf(name)]))
  expect([copies.bo?.length, copies.mute?.length]).toEqual([2, 0])
  // If the service is killed at a random moment, one email may be sent twice.
  expect(sink.accepted.length).toBeLessThanOrEqual(names.length + 1)
  for (const mails of Object.values(copies))
    expect(new Set(mails.map(mail => mail.headers.get('message-id'))).size).toBe(Math.min(1, mails.length))
  expect((await listed()).counts).toEqual({ waiting: 0, sent: names.length - 2, skipped: 0, failed: 1 })
}, 120_000)
