import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import type { MailContents } from './composeMail.js'

const base = 'https://conf.example'
const mailer = { base, post: () => {} }
const object = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

let at: TestSite
const uids: Record<string, string> = {}

const read = async (path: string, as: TestUser = 'max') =>
  (await at.run('getContent', path, { as, input: object })).content
const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })
const move = (path: string, transition: string) =>
  at.run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
const release = (name: string, as: TestUser = 'max') => at.run('releaseSchedule', '/', { as, input: { name } })

async function add(container: string, type: string, id: string, rest: JsonObject = {}): Promise<void> {
  await addPublished(at, container, { '@type': type, id, title: id, ...rest })
  uids[id] = String((await read(`${container === '/' ? '' : container}/${id}`)).UID)
}

const uid = (id: string): string => uids[id] ?? ''

const talk = (id: string, hour: number, presenters: readonly string[], rest: JsonObject = {}) =>
  add('/schedule', 'Talk', id, {
    ...{ start: `2027-05-01T${hour}:00:00Z`, end: `2027-05-01T${hour}:30:00Z`, room: [uid('hall')] },
    presenters: presenters.map(uid),
    ...rest,
  })

async function sendAll(): Promise<readonly MailContents[]> {
  const sent: MailContents[] = []
  for (let next = await at.site.mails.next('me'); next; next = await at.site.mails.next('me')) {
    await at.site.mails.record('me', next.mail, null)
    sent.push(next.contents)
  }
  return sent.toSorted((a, b) => (a.to < b.to ? -1 : 1))
}

const changesIn = (mails: readonly MailContents[]) =>
  Object.fromEntries(
    mails.map(({ name, sessions }) => [
      name,
      sessions.map(({ kinds, before, after }) => `${kinds.join('+')}: ${before?.title} > ${after?.title}`),
    ]),
  )

const listed = (state?: string) =>
  at.run('listMails', '/', { as: 'max', input: { state, batch: { start: 0, size: 99 } } })

beforeEach(async () => {
  at = await createTestSite({ mailer })
  await add('/', 'Venue', 'venue')
  await add('/venue', 'Room', 'hall')
  await add('/venue', 'Room', 'cellar')
  for (const id of ['ada', 'bo', 'cy']) await add('/', 'Presenter', id, { email: `${id}@example.org` })
  await add('/', 'Presenter', 'mute')
  await add('/', 'Schedule', 'schedule')
  await patch('/', { mail_presenters: true })
})

describe('emails to presenters (docs/schedule.md, Emails to presenters)', () => {
  it('are not created without the option of the event', async () => {
    await patch('/', { mail_presenters: false })
    await talk('a', 10, ['ada'])
    await release('One')
    expect((await listed()).items_total).toBe(0)
  })

  it('are not created by a site that cannot send emails', async () => {
    at = await createTestSite()
    await add('/', 'Presenter', 'ada', { email: 'ada@example.org' })
    await add('/', 'Schedule', 'schedule')
    await patch('/', { mail_presenters: true })
    await talk('a', 10, ['ada'], { room: [] })
    await release('One')
    expect(await listed()).toMatchObject({ items_total: 0, has_mail_server: false })
  })

  it('inform each presenter who has an email address of relevant changes, and no one else', async () => {
    await talk('a', 10, ['ada', 'bo', 'mute'])
    await talk('b', 11, ['ada'])
    await talk('c', 12, ['cy'])
    await release('One')
    expect(changesIn(await sendAll())).toEqual({
      ada: ['new: undefined > a', 'new: undefined > b'],
      bo: ['new: undefined > a'],
      cy: ['new: undefined > c'],
    })
    await release('Same')
    expect(await sendAll()).toEqual([])
    await patch('/schedule/a', { title: 'A2', room: [uid('cellar')], presenters: [uid('ada'), uid('cy')] })
    await patch('/schedule/b', { start: '2027-05-01T09:00:00Z' })
    await release('Two')
    const mails = await sendAll()
    expect(changesIn(mails)).toEqual({
      ada: ['room+renamed+persons: a > A2', 'moved: b > b'],
      bo: ['withdrawn: a > A2'],
      cy: ['new: a > A2'],
    })
    expect(mails[0]).toMatchObject({
      to: 'ada@example.org',
      path: '/ada',
      languages: ['en'],
      event: { title: 'Site', url: base, zone: 'UTC' },
      release: { name: 'Two', comment: '' },
      omitted: 0,
    })
    expect(mails[0]?.sessions[0]).toMatchObject({
      before: { rooms: ['hall'], persons: ['bo', 'mute'] },
      after: { rooms: ['cellar'], persons: ['cy'] },
    })
  })

  it('describe only changes that visitors may view, so unpublished sessions are omitted', async () => {
    await talk('a', 10, ['ada'])
    await at.run('addContent', '/schedule', {
      as: 'max',
      input: { '@type': 'Talk', id: 'draft', title: 'Secret', presenters: [uid('ada')] },
    })
    await release('One')
    expect(changesIn(await sendAll())).toEqual({ ada: ['new: undefined > a'] })
  })

  it.each([false, true])('never contain the title of a hidden session, with visible releases: %s', async shown => {
    await patch('/', { release_schedule: shown })
    await talk('a', 10, ['ada'])
    await talk('b', 11, ['ada'])
    await release('One')
    await sendAll()
    await move('/schedule/a', 'retract')
    await patch('/schedule/b', { title: 'B2' })
    await release('Two')
    await move('/schedule/b', 'retract')
    await release('Three')
    const [two, three] = await sendAll()
    expect([two, three].map(mail => mail?.release.name)).toEqual(['Two', 'Three'])
    expect(JSON.stringify([two, three])).not.toMatch(/"(?:a|b|B2|hall)"/)
    expect(two?.sessions).toEqual([
      {
        kinds: ['withdrawn'],
        before: {
          title: null,
          start: Date.UTC(2027, 4, 1, 10),
          end: Date.UTC(2027, 4, 1, 10, 30),
          rooms: [],
          persons: [],
        },
        after: null,
      },
    ])
  })

  it('are skipped if they are no longer wanted, possible or about anything', async () => {
    for (const id of ['a', 'b', 'c']) await add('/', 'Presenter', `p-${id}`, { email: `${id}@example.org` })
    await talk('a', 10, ['ada', 'bo', 'cy', 'p-a', 'p-b'])
    await talk('b', 11, ['p-c'])
    await release('One')
    await patch('/ada', { mail_optout: true })
    await patch('/bo', { email: '' })
    await move('/cy', 'retract')
    await at.run('deleteContent', '/p-a', { as: 'max', input: undefined as never })
    await at.run('deleteContent', '/schedule/b', { as: 'max', input: undefined as never })
    expect(changesIn(await sendAll())).toEqual({ 'p-b': ['new: undefined > a'] })
    const { items, counts } = await listed('skipped')
    expect(items.map(({ presenter, last_attempt: last }) => `${presenter.title}: ${last?.reason}`).sort()).toEqual([
      'ada: opted-out',
      'bo: no-address',
      'cy: hidden',
      'null: hidden',
      'p-c: unchanged',
    ])
    expect(counts).toEqual({ waiting: 0, sent: 1, skipped: 5, failed: 0 })
    expect((await read('/ada', 'max')).mail_optout).toBe(true)
    expect((await at.run('getContent', '/ada', { input: object })).content.mail_optout).toBeUndefined()
  })

  it('are skipped after the option has been turned off', async () => {
    await talk('a', 10, ['ada'])
    await release('One')
    await patch('/', { mail_presenters: false })
    expect(await sendAll()).toEqual([])
    expect((await listed()).items[0]).toMatchObject({ state: 'skipped', last_attempt: { reason: 'off' } })
  })

  it('prefer the language of the presenter to the language of the site', async () => {
    await patch('/ada', { language: 'de' })
    await talk('a', 10, ['ada'])
    await release('One')
    expect((await sendAll())[0]?.languages).toEqual(['de', 'en'])
  })

  it('describe at most 100 sessions, and count the others', async () => {
    for (let i = 0; i < 103; i++) await talk(`t${i}`, 10, ['ada'], { room: [] })
    await release('One')
    const [mail] = await sendAll()
    expect([mail?.sessions.length, mail?.omitted]).toEqual([100, 3])
  })
})

describe('the queue of emails', () => {
  const next = () => at.site.mails.next('me')
  const minutes = (count: number) => {
    at.clock.now += count * 60_000
  }

  beforeEach(async () => {
    await talk('a', 10, ['ada'])
    await release('One')
  })

  it('gives an email to one holder, and again after a failure and a pause, for 24 hours', async () => {
    expect(await at.site.mails.next('one')).not.toBeNull()
    expect(await at.site.mails.next('other')).toBeNull()
    await at.site.mails.release('one')
    const ids = new Set<string>()
    let attempts = 0
    for (let i = 0; i < 26 * 12; i++) {
      const outgoing = await next()
      if (outgoing) {
        ids.add(outgoing.mail.id)
        attempts += 1
        await at.site.mails.record('me', outgoing.mail, '451 try again')
      }
      minutes(5)
    }
    expect(ids.size).toBe(1)
    expect(attempts).toBeGreaterThan(12)
    expect((await listed()).items[0]).toMatchObject({
      state: 'failed',
      attempts,
      last_attempt: { reason: 'server', message: 'The mail server did not accept the email (451 try again).' },
    })
    await at.run('retryMail', '/', { as: 'max', input: { id: [...ids][0] ?? '' } })
    expect((await next())?.mail.id).toBe([...ids][0])
  })

  it('returns an email with an unknown outcome once more, and then only after a manual retry', async () => {
    for (const unconfirmed of [0, 1]) {
      const outgoing = await next()
      expect(outgoing?.mail.unconfirmed).toBe(unconfirmed)
      expect(outgoing && (await at.site.mails.transmitting('me', outgoing.mail))).toBe(true)
    }
    expect(await next()).toBeNull()
    const { items } = await listed()
    expect(items[0]).toMatchObject({ state: 'failed', last_attempt: { reason: 'unconfirmed' } })
    await at.run('retryMail', '/', { as: 'max', input: { id: items[0]?.id ?? '' } })
    expect(await next()).not.toBeNull()
  })

  it('does not count a failure with a known outcome as a transmission', async () => {
    for (let i = 0; i < 4; i++) {
      const outgoing = await next()
      expect(outgoing && (await at.site.mails.transmitting('me', outgoing.mail))).toBe(true)
      if (outgoing) await at.site.mails.record('me', outgoing.mail, '451')
      minutes(60)
    }
    expect((await next())?.mail.unconfirmed).toBe(0)
  })

  it('stops a transmission after another process has taken over, or has sent the email', async () => {
    const outgoing = await next()
    if (!outgoing) throw new Error('No email is due.')
    await at.site.mails.release('me')
    expect(await at.site.mails.transmitting('me', outgoing.mail)).toBe(false)
    await next()
    await at.site.mails.record('other', outgoing.mail, null)
    expect(await at.site.mails.transmitting('me', outgoing.mail)).toBe(false)
    expect(await next()).toBeNull()
  })

  it('gives no emails while it is paused', async () => {
    const pause = (paused: unknown) => at.run('pauseMails', '/', { as: 'max', input: { paused } as JsonObject })
    await pause(true)
    expect(await next()).toBeNull()
    expect((await listed()).paused).toBe(true)
    await expect(pause('no')).rejects.toMatchObject({ code: 'bad-request' })
    await pause(false)
    expect(await next()).not.toBeNull()
  })

  it('is for managers', async () => {
    for (const as of ['edi', 'rea', undefined] as const)
      await expect(
        at.run('listMails', '/', { ...(as ? { as } : {}), input: { state: undefined, batch: { start: 0, size: 9 } } }),
      ).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(listed('lost')).rejects.toMatchObject({ code: 'bad-request' })
    await expect(at.run('retryMail', '/', { as: 'max', input: { id: 'none' } })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('opting out', () => {
  const tokenIn = (mail: MailContents | undefined) => mail?.unsubscribe.slice(`${base}/@unsubscribe/`.length) ?? ''

  it('needs only the link in an email, and lasts', async () => {
    await talk('a', 10, ['ada', 'bo'])
    await release('One')
    const token = tokenIn((await sendAll())[0])
    const state = async () => (await at.run('getUnsubscription', '/', { input: { token } })).unsubscribed
    expect(await state()).toBe(false)
    expect(await state()).toBe(false)
    await at.run('unsubscribe', '/', { input: { token } })
    await at.run('unsubscribe', '/', { input: { token } })
    expect(await state()).toBe(true)
    expect((await read('/ada')).mail_optout).toBe(true)
    await patch('/schedule/a', { title: 'A2' })
    await release('Two')
    expect((await sendAll()).map(({ name }) => name)).toEqual(['bo'])
  })

  it('is refused without a signed token', async () => {
    await talk('a', 10, ['ada'])
    await release('One')
    const token = tokenIn((await sendAll())[0])
    const forged = [uid('ada'), `${uid('ada')}.`, `${uid('bo')}${token.slice(uid('ada').length)}`, '', '.', `${token}x`]
    for (const wrong of forged)
      for (const name of ['getUnsubscription', 'unsubscribe'] as const)
        await expect(at.run(name, '/', { input: { token: wrong } })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('ends with the presenter', async () => {
    await talk('a', 10, ['ada'])
    await release('One')
    const token = tokenIn((await sendAll())[0])
    await at.run('deleteContent', '/ada', { as: 'max', input: undefined as never })
    await expect(at.run('unsubscribe', '/', { input: { token } })).rejects.toMatchObject({ code: 'not-found' })
  })
})
