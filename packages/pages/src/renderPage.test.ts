import { createTestSite } from '@plenum/testkit'
import { htmlOf } from '../test/htmlOf.js'
import { pageForTests } from '../test/pageForTests.js'

const base = 'http://site.example'

describe('a page', () => {
  it('of a search repeats the search terms in the form', async () => {
    const query = new Map([['SearchableText', 'high "tide"']])
    const html = await htmlOf(pageForTests({ view: 'search', answer: { items: [], items_total: 0 }, query }))
    expect(html).toContain('value="high &quot;tide&quot;"')
  })

  it('is a document in its language, titled by object and site, with one style sheet and one script', async () => {
    const html = await htmlOf(pageForTests({ answer: { '@type': 'Document', title: 'Gulls & co' }, path: '/gulls' }))
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
    expect(html).toContain('<title>Gulls &amp; co · Long Light</title>')
    expect(html).toContain('<link rel="stylesheet" href="/s.css"/>')
    expect(html).toContain('<script type="module" src="/s.js"></script>')
  })

  it('of a folder links to further batches of members', async () => {
    const items = [{ '@id': `${base}/a`, title: 'A' }]
    const answer = { '@type': 'Folder', title: 'Many', items, batching: { next: `${base}/many?b_start=1` } }
    expect(await htmlOf(pageForTests({ answer }))).toContain(`<a href="${base}/many?b_start=1">Next page</a>`)
  })

  it('shows an object as the site presents it', async () => {
    const { run } = await createTestSite()
    const { content } = await run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Presenter', title: 'Tides', description: 'Twice a day', text: '<p>High <b>water</b></p>' },
    })
    const html = await htmlOf(pageForTests({ answer: content, path: '/tides' }))
    expect(html).toContain('<h1>Tides</h1>')
    expect(html).toContain('<p>High <b>water</b></p>')
  })

  it('shows a description once if a block contains it', async () => {
    const blocks = { a: { '@type': 'title' }, b: { '@type': 'description' } }
    const answer = { '@type': 'Document', title: 'Gulls', description: 'They won', blocks }
    const withBlocks = (...items: readonly string[]) =>
      htmlOf(pageForTests({ answer: { ...answer, blocks_layout: { items } } }))
    const leads = (html: string) => html.split('<p class="lead">They won</p>').length - 1
    expect(leads(await withBlocks('a', 'b'))).toBe(1)
    expect(
      leads(
        await htmlOf(pageForTests({ answer: { ...answer, blocks: { a: blocks.a }, blocks_layout: { items: ['a'] } } })),
      ),
    ).toBe(1)
  })

  it('for a login announces the reason of a refusal', async () => {
    const answer = { came_from: '', message: 'Wrong password.' }
    expect(await htmlOf(pageForTests({ view: 'login', answer } as never))).toContain(
      '<p class="problem" role="alert">Wrong password.</p>',
    )
  })

  it('of an event without blocks shows its dates and links to its schedule', async () => {
    const answer = { '@type': 'Plone Site', title: 'Camp', days: ['2027-06-17', '2027-06-18'], blocks: {}, items: [] }
    const html = await htmlOf(pageForTests({ answer }))
    expect(html).toMatch(/<time datetime="2027-06-17">Jun 17\s–\s18, 2027<\/time>/)
    expect(html).toContain(`<a class="button" href="${base}/@schedule">`)
  })

  it('describes an event for search engines in a form that no text can close early', async () => {
    const title = 'Tides </script><script>alert(1)</script>'
    const room = [{ token: 'r', title: 'Boathouse' }]
    const presenters = [{ '@id': `${base}/zoe`, title: 'Zoë' }]
    const session = { '@type': 'Talk', title, start: '2027-06-17T09:00:00+00:00', room, presenters }
    const html = await htmlOf(pageForTests({ answer: session, path: '/tides' }))
    const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: title,
      url: expect.stringContaining(base),
      startDate: '2027-06-17T09:00:00+00:00',
      location: { '@type': 'Place', name: 'Boathouse' },
      performer: [{ '@type': 'Person', name: 'Zoë' }],
      superEvent: { '@type': 'Event', name: 'Long Light', url: base },
    })
    expect(await htmlOf(pageForTests({ answer: { '@type': 'Document', title } }))).not.toContain('ld+json')
  })

  it('shows a custom type whose fields differ in kind from stock fields of the same name', async () => {
    const others = {
      presenters: 'Ana',
      room: ['Hall'],
      benefits: 'much',
      tracks: 'Side A',
      image: 'x',
      text: 'y',
      days: 3,
    }
    const blocks = { a: { '@type': 'title' }, b: { '@type': 'levelBenefitsBlock' }, c: { '@type': 'scheduleBlock' } }
    const answer = { '@type': 'Concert', title: 'Tides', start: '2027-06-17T09:00:00+00:00', ...others }
    expect(await htmlOf(pageForTests({ answer }))).toContain('<h1>Tides</h1>')
    const withBlocks = { ...answer, blocks, blocks_layout: { items: ['a', 'b', 'c'] } }
    const more = { schedule: { items: [] } }
    expect(await htmlOf(pageForTests({ answer: withBlocks, more }))).toContain('<h1>Tides</h1>')
  })

  it('of a failure shows the id of the request in the log, once', async () => {
    const pageOf = (status: number, message: string) =>
      htmlOf(pageForTests({ view: 'error', status, answer: { type: 'x', message, request_id: 'abc-1' } }))
    expect(await pageOf(503, 'Try again in 5 seconds.')).toContain('Error ID: abc-1')
    expect((await pageOf(500, 'Details under the id abc-1.')).match(/abc-1/g)).toHaveLength(1)
  })

  it('of an error shows its message, and a login form to visitors without permission', async () => {
    const refused = await htmlOf(
      pageForTests({ view: 'error', status: 401, answer: { type: 'Unauthorized', message: 'No.' } }),
    )
    expect(refused).toContain('<p class="lead">This page is not public.')
    expect(refused).toContain(`action="${base}/@@do/login"`)
    expect(refused).toContain('name="token" value="token-1"')
    const missing = await htmlOf(
      pageForTests({ view: 'error', status: 404, answer: { type: 'NotFound', message: 'Gone.' } }),
    )
    expect(missing).not.toContain('type="password"')
    expect(missing).toContain('class="search-large"')
  })

  it('of a refused form explains the reason and links to the page of the form, without a login form', async () => {
    const answer = { error: { type: 'AlreadyVoted', message: 'You have voted in this poll before.' } }
    const html = await htmlOf(pageForTests({ view: 'error', status: 403, answer, returnTo: `${base}/poll` }))
    expect(html).toContain('<p class="lead">You have voted in this poll before.</p>')
    expect(html).toContain(`<a class="button" href="${base}/poll">Back to the page</a>`)
    expect(html).not.toContain('type="password"')
  })

  it('marks an object that visitors may not view, on its page, in the menu and in listings', async () => {
    const items = [{ '@id': `${base}/a`, title: 'A', review_state: 'pending' }]
    const answer = { '@type': 'Document', title: 'Handbook', items }
    const navigation = { items: [{ '@id': `${base}/b`, title: 'B', review_state: 'private' }] }
    const more = { isHidden: true, workflow: { state: { id: 'private', title: 'Private' } }, navigation }
    const caller = { id: 'ada', fullname: 'Ada', roles: [] }
    const html = await htmlOf(pageForTests({ answer, more, caller }))
    expect(html).toContain('<p class="hidden-note">Private · Visitors cannot see this page.</p>')
    expect(html).toContain('A</a><span class="chip state-mark">Pending review</span>')
    expect(html).toContain('B<span class="chip state-mark">Private</span></a>')
    expect(await htmlOf(pageForTests({ answer, more: { navigation } }))).not.toContain('state-mark')
  })

  it('contains no form except the search if forms are disabled', async () => {
    const poll = { state: 'open', can_vote: true, options: [{ option_id: 0, description: 'Yes' }], max_choices: 1 }
    const open = await htmlOf(pageForTests({ view: 'poll', answer: poll }))
    expect(open).toContain('type="radio" name="option" value="0"')
    expect(await htmlOf(pageForTests({ view: 'poll', answer: poll, formToken: null }))).not.toContain('method="post"')
  })

  it('allows several choices if the poll does', async () => {
    const options = [0, 1, 2].map(id => ({ option_id: id, description: `Option ${id}` }))
    const answer = { state: 'open', can_vote: true, options, max_choices: 2 }
    const html = await htmlOf(pageForTests({ view: 'poll', answer }))
    expect(html.match(/type="checkbox" name="option"/g)).toHaveLength(3)
    expect(html).toContain('Choose up to 2')
  })
})
