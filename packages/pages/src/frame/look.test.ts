import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'
const assets = { style: '/s.css', script: '/s.js', accent: '/@@pages/accent.x.' }

const htmlWith = (site: JsonObject, parts: JsonObject = {}) =>
  htmlOf(
    pageForTests({
      path: '/a',
      address: `${base}/a`,
      assets,
      answer: { '@type': 'Document', title: 'Gulls', description: 'They won' },
      more: { site: { 'plone.site_title': 'Long Light', ...site } },
      ...parts,
    } as never),
  )
const appearance = (values: JsonObject): JsonObject => ({ 'plenum.appearance': values })

describe('the appearance of a site', () => {
  it('has its logo instead of its title in the header, never an image of another host', async () => {
    expect(await htmlWith({})).toContain(`<a class="site-name" href="${base}/">Long Light</a>`)
    const logo = `${base}/@@site-logo/logo-1.png`
    expect(await htmlWith({ 'plone.site_logo': logo })).toContain(`<img src="${logo}" alt="Long Light"/></a>`)
    expect(await htmlWith({ 'plone.site_logo': 'https://evil.example/a.png' })).not.toContain('<img')
  })

  it('has a style sheet for its accent color, and an icon in this color unless it has its own', async () => {
    const colored = await htmlWith(appearance({ accent_color: '#FFE000' }))
    expect(colored).toContain('<link rel="stylesheet" href="/@@pages/accent.x.ffe000.css"/>')
    expect(colored).toContain('<link rel="icon" href="/@@pages/accent.x.ffe000.svg"/>')
    const plain = await htmlWith(appearance({ accent_color: null, favicon: `${base}/@@site-logo/favicon-1.png` }))
    expect(plain).not.toContain('accent.x.')
    expect(plain).toContain(`<link rel="icon" href="${base}/@@site-logo/favicon-1.png"/>`)
    for (const accent_color of ['red', '#12', '#0b5f6b"><script>'])
      expect(await htmlWith(appearance({ accent_color }))).toContain('href="/@@pages/accent.x.0b5f6b.svg"')
  })

  it('has the data with which social networks show a link', async () => {
    const cover_image = { download: `${base}/@@site-logo/cover-1.png`, scales: { great: { download: `${base}/c` } } }
    const html = await htmlWith(appearance({ cover_image }))
    const data = [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(([, ...pair]) => pair)
    expect(Object.fromEntries(data)).toEqual({
      title: 'Gulls',
      type: 'website',
      url: `${base}/a`,
      site_name: 'Long Light',
      description: 'They won',
      image: `${base}/c`,
    })
  })

  it('has a footer with the links that it has set, and with feeds if it is an event', async () => {
    const links = { imprint_url: '/imprint', privacy_url: 'https://a.example/p', contact_url: 'javascript:alert(1)' }
    const html = await htmlWith({ ...appearance(links), 'plenum.is_event': true })
    const footer = html.slice(html.indexOf('<footer'))
    expect([...footer.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, ...link]) => link)).toEqual([
      [`${base}/imprint`, 'Imprint'],
      ['https://a.example/p', 'Privacy policy'],
      [`${base}/@@schedule.ics`, 'Calendar'],
      [`${base}/@@news.atom`, 'News feed'],
    ])
    expect(html).toContain('<link rel="alternate" type="text/calendar"')
    expect(await htmlWith({ 'plenum.is_event': false })).not.toContain('@@schedule.ics')
  })
})

describe('the menu', () => {
  const items = ['', '/schedule'].map(path => ({ '@id': base + path, title: path }))
  const currentIn = (html: string) => /<a href="([^"]*)" aria-current="page"/.exec(html)?.[1]
  const schedule = (more: JsonObject) =>
    htmlOf(pageForTests({ view: 'schedule', answer: { items: [] }, more: { navigation: { items }, ...more } }))

  it('marks the container that presents the schedule, to which the page names the canonical URL', async () => {
    const html = await schedule({ presentedAt: `${base}/schedule` })
    expect(currentIn(html)).toBe(`${base}/schedule`)
    expect(html).toContain(`<link rel="canonical" href="${base}/schedule"/>`)
    expect(currentIn(await schedule({}))).toBeUndefined()
  })
})

describe('the page of an event below the site root', () => {
  const event = { '@id': `${base}/north`, '@type': 'Tech Event', title: 'North', days: ['2027-06-17'], tracks: [] }
  const items = ['Schedule', 'News Item', 'File'].map(type => ({
    '@id': `${base}/north/${type}`,
    '@type': type,
    title: type,
  }))

  it('has a menu of its pages, and separate feeds', async () => {
    const more = { site: { 'plenum.is_event': false }, event }
    const html = await htmlOf(pageForTests({ answer: { ...event, items }, path: '/north', more }))
    const [, menu = ''] = /<nav class="event-menu"(.*?)<\/nav>/s.exec(html) ?? []
    expect([...menu.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([`${base}/north/Schedule`])
    const footer = html.slice(html.indexOf('<footer'))
    expect(footer).toContain(`${base}/north/@@schedule.ics`)
    expect(footer).toContain(`${base}/north/@@news.atom`)
  })

  it('is linked by its sessions as their calendar, schedule and room', async () => {
    const room = [{ token: 'r', title: 'Pier' }]
    const session = { '@type': 'Talk', title: 'Tides', start: '2027-06-17T09:00:00+00:00', room }
    const html = await htmlOf(pageForTests({ answer: session, path: '/north/tides', more: { event } }))
    expect(html).toContain(`${base}/north/@schedule?room=r`)
    expect(html).toContain(`<a href="${base}/north/tides/@@schedule.ics">Add to calendar</a>`)
  })
})

describe('the page of an event', () => {
  const answer = { '@type': 'Plone Site', title: 'Camp', days: ['2027-06-17', '2027-06-18'], items: [] as JsonObject[] }
  const talk = {
    '@id': `${base}/talk`,
    '@type': 'Talk',
    title: 'Tides',
    start: '2027-06-17T09:00:00+00:00',
    end: '2027-06-17T10:00:00+00:00',
    room: [{ token: 'r', title: 'Pier' }],
    slot_category: 'activity',
  }

  it('shows its location, its next sessions and its sponsors', async () => {
    const venue = { '@id': `${base}/venue`, '@type': 'Venue', title: 'Old Rope Works' }
    const sponsors = {
      items: [{ id: 'gold', title: 'Gold', items: [{ '@id': `${base}/s`, title: 'Acme' }], image_scales: {} }],
    }
    const html = await htmlOf(
      pageForTests({ answer: { ...answer, items: [venue] }, more: { upcoming: [talk], sponsors } }),
    )
    expect(html).toContain(`<a href="${base}/venue">Old Rope Works</a>`)
    expect(html).toContain(`<a href="${base}/talk">Tides</a>`)
    expect(html).toContain('Acme')
    expect(html).toContain('Thursday, June 17, 2027')
  })

  it('of a room lists the sessions in this room', async () => {
    const other = { ...talk, title: 'Elsewhere', room: [{ token: 'x', title: 'X' }] }
    const more = { schedule: { items: [{ id: '2027-06-17', rooms: [], items: [talk, other] }] } }
    const html = await htmlOf(
      pageForTests({ answer: { '@type': 'Room', title: 'Pier', UID: 'r' }, path: '/pier', more }),
    )
    expect(html).toContain(`<a href="${base}/talk">Tides</a>`)
    expect(html).not.toContain('Elsewhere')
  })

  it('of a venue lists its rooms, and no other objects', async () => {
    const items = ['Room', 'Image'].map(type => ({ '@id': `${base}/venue/${type}`, '@type': type, title: `A ${type}` }))
    const html = await htmlOf(pageForTests({ answer: { '@type': 'Venue', title: 'Works', items }, path: '/venue' }))
    expect(html).toContain(`<a href="${base}/venue/Room">A Room</a>`)
    expect(html).not.toContain('An Image')
    expect(html).not.toContain(`${base}/venue/Image`)
  })
})
