import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'
const time = '2027-01-01T09:00:00+00:00'

const mail = (values: object) => ({
  id: 'm1',
  release: 3,
  presenter: { UID: 'u1', '@id': `${base}/ada`, title: 'Ada <b>' },
  state: 'waiting',
  created: time,
  next_attempt: '2027-01-01T10:00:00+00:00',
  attempts: 2,
  last_attempt: { time, reason: 'server', message: 'The mail server did not accept the email (451).' },
  ...values,
})

const outboxPage = (answer: object) =>
  htmlOf(
    pageForTests({
      view: 'outbox',
      path: '/',
      address: `${base}/@outbox`,
      query: new Map([['state', 'waiting']]),
      answer: {
        paused: false,
        has_mail_server: true,
        counts: { waiting: 1, sent: 20, skipped: 0, failed: 2 },
        items: [mail({})],
        ...answer,
      },
    } as never),
  )

describe('the page of the outbox', () => {
  it('shows recipient, state, last and next attempt of each email, escaped', async () => {
    const html = await outboxPage({})
    expect(html).toContain(`<a href="${base}/ada">Ada &lt;b></a>`)
    expect(html).toContain('The mail server did not accept the email (451).')
    expect(html).toContain('Next attempt: Jan 1, 2027, 10:00')
    expect(html).toContain('name="mail" value="m1"')
  })

  it('links the states with the numbers of their emails, and marks the selected state', async () => {
    const html = await outboxPage({})
    expect(html).toContain(`<a href="${base}/@outbox">All (23)</a>`)
    expect(html).toContain(`<a href="${base}/@outbox?state=waiting" aria-current="page">Waiting (1)</a>`)
    expect(html).toContain(`<a href="${base}/@outbox?state=failed">Failed (2)</a>`)
  })

  it('offers to resume sending while it is paused, and otherwise to pause it', async () => {
    const paused = await outboxPage({ paused: true })
    expect(paused).toContain('name="paused" value="false"')
    expect(paused).toContain('Sending is paused.')
    expect(await outboxPage({})).toContain('name="paused" value="true"')
  })

  it('states that the site has no mail server, and names a deleted presenter', async () => {
    expect(await outboxPage({ has_mail_server: false })).toContain('The site has no mail server')
    const deleted = mail({ presenter: { UID: 'u1', '@id': null, title: null } })
    expect(await outboxPage({ items: [deleted] })).toContain('<th scope="row">Deleted presenter<small>')
    expect(await outboxPage({ items: [] })).toContain('There are no emails.')
  })
})
