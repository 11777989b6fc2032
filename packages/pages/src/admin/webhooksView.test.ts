import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'

const webhook = (values: object) => ({
  '@id': `${base}/@webhooks/w1`,
  id: 'w1',
  title: 'Build <b>',
  address: 'https://hooks.example.org/?a=1&b=2',
  paused: false,
  failures: 0,
  deliveries: { waiting: 1, delivered: 22, parked: 3 },
  ...values,
})

const webhooksPage = (items: readonly object[]) =>
  htmlOf(pageForTests({ view: 'webhooks', path: '/', address: `${base}/@webhooks`, answer: { items } } as never))

const delivery = (values: object) => ({
  id: 'msg_1',
  kind: 'added',
  state: 'parked',
  created: '2027-01-01T00:00:00+00:00',
  attempts: 12,
  last_attempt: { time: '2027-01-01T01:00:00+00:00', status: null, message: 'No answer in time.', duration: 10_000 },
  ...values,
})

const deliveriesPage = (items: readonly object[]) =>
  htmlOf(
    pageForTests({
      view: 'deliveries',
      path: '/',
      address: `${base}/@webhooks/w1/deliveries`,
      answer: { items },
    } as never),
  )

describe('the page of webhooks', () => {
  it('shows address, state and messages of each webhook, escaped', async () => {
    const html = await webhooksPage([webhook({})])
    expect(html).toContain('Build &lt;b>')
    expect(html).toContain('https://hooks.example.org/?a=1&amp;b=2')
    expect(html).toContain(`href="${base}/@webhooks/w1/deliveries"`)
    expect(html).toMatch(/<td class="figure"><span class="cell-label">[^<]*<\/span>22<\/td>/)
  })

  it('offers to resume a paused webhook, and to pause another one', async () => {
    expect(await webhooksPage([webhook({ paused: true })])).toContain('name="paused" value="false"')
    expect(await webhooksPage([webhook({})])).toContain('name="paused" value="true"')
  })

  it('names the effect before a secret is replaced or a webhook removed', async () => {
    const html = await webhooksPage([webhook({})])
    expect(html).toContain('The old secret remains valid for 24 hours.')
    expect(html).toContain('The webhook and its deliveries are removed.')
  })

  it('has no table without webhooks, but an open form that adds one', async () => {
    const html = await webhooksPage([])
    expect(html).not.toContain('<table')
    expect(html).toMatch(/<details open>.*<input[^>]* name="address"/)
  })
})

describe('the page of deliveries', () => {
  it('shows the last attempt, and offers to send ended messages again', async () => {
    const html = await deliveriesPage([delivery({})])
    expect(html).toContain('No answer in time.')
    expect(html).toContain('name="webhook" value="w1"')
    expect(html).toContain('name="delivery" value="msg_1"')
    expect(await deliveriesPage([delivery({ state: 'waiting', last_attempt: null })])).not.toContain('name="delivery"')
  })
})

describe('the page of the audit', () => {
  it('shows each entry with its escaped details, and the link to older entries', async () => {
    const entry = {
      position: 7,
      kind: 'settings',
      time: '2027-01-01T00:00:00+00:00',
      actor: 'max',
      details: { changes: { site_title: { from: 'Site', to: '<script>' } } },
    }
    const answer = { items: [entry], next: `${base}/@audit?before=7` }
    const html = await htmlOf(pageForTests({ view: 'audit', path: '/', address: `${base}/@audit`, answer } as never))
    expect(html).toContain('&lt;script>')
    expect(html).not.toContain('<script>')
    expect(html).toContain(`href="${base}/@audit?before=7"`)
    expect(html).toContain(`href="${base}/@audit?kind=people"`)
  })
})
