import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'
const event = { timezone: 'Europe/Lisbon', tracks: [{ id: 't', title: 'Tides', color: '#2b6cb0' }] }

const htmlOfObject = (answer: JsonObject, more: JsonObject = {}) =>
  htmlOf(pageForTests({ answer, path: '/object', more: { event, ...more } as never }))

const talk: JsonObject = {
  '@type': 'Talk',
  title: 'Talk',
  start: '2027-06-17T09:00:00+00:00',
  end: '2027-06-17T12:30:00+00:00',
}

function factsIn(html: string): Readonly<Record<string, string>> {
  const rows = html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)
  return Object.fromEntries([...rows].map(([, name = '', value = '']) => [name, value.replace(/<[^>]+>/g, ' ').trim()]))
}

describe('the page of a session', () => {
  const term = (title: string, token = 't') => [{ token, title }]

  it.each<[string, JsonObject, Readonly<Record<string, string>>]>([
    ['its room', { room: term('Hall', 'r') }, { Room: 'Hall' }],
    ['its level', { session_level: term('Advanced') }, { Level: 'Advanced' }],
    ['its audience', { session_audience: term('Sailors') }, { Audience: 'Sailors' }],
    ['its language', { session_language: { token: 'pt', title: 'Portuguese' } }, { Language: 'Portuguese' }],
    ['its track', { session_track: term('Tides') }, { Track: 'Tides' }],
    ['its recording', { session_video: 'https://video.example/1' }, { Recording: 'Watch the video' }],
    ['no recording if its address would run a script', { session_video: 'javascript:alert(1)' }, {}],
  ])('names %s', async (_, more, facts) => {
    const { When: __, ...others } = factsIn(await htmlOfObject({ ...talk, ...more }))
    expect(others).toEqual(facts)
  })

  it('links to the recording', async () => {
    const html = await htmlOfObject({ ...talk, session_video: 'https://video.example/1' })
    expect(html).toContain('<a href="https://video.example/1">Watch the video</a>')
  })

  it('shows times on the wall clock of the event', async () => {
    const { When } = factsIn(await htmlOfObject(talk))
    expect(When?.replace(/\s+/g, ' ')).toBe('Thursday, June 17, 2027 10:00 – 13:30 Europe/Lisbon')
  })

  it('shows the colour of its track', async () => {
    expect(await htmlOfObject({ ...talk, session_track: term('Tides') })).toContain('#2b6cb0')
  })

  it('links to the programme desk for those who may edit it', async () => {
    const own = { event: { ...event, '@id': `${base}/` } }
    const edit = { actions: { object: [{ id: 'edit', title: 'Edit' }], object_buttons: [] } }
    const link = `<a href="${base}/@@desk?move=u1#move">Programme desk</a>`
    expect(await htmlOfObject({ ...talk, UID: 'u1' }, { ...own, ...edit })).toContain(link)
    expect(await htmlOfObject({ ...talk, UID: 'u1' }, own)).not.toContain(link)
  })

  it('links to its speakers', async () => {
    const presenters = [{ '@id': `${base}/ada`, title: 'Ada', description: 'Sails' }]
    const html = await htmlOfObject({ ...talk, presenters })
    expect(html).toContain(`<h3><a href="${base}/ada">Ada</a></h3><p>Sails</p>`)
  })
})

describe('the page of a file', () => {
  it.each([
    [0, '0 B'],
    [840, '840 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1440, '1.4 kB'],
    [12_000_000, '12 MB'],
    [3_200_000_000, '3.2 GB'],
    [4_000_000_000_000, '4000 GB'],
  ])('of %s bytes shows the size as %s', async (size, words) => {
    const file = { download: `${base}/file/@@download`, filename: 'tides.pdf', size }
    const html = await htmlOfObject({ '@type': 'File', title: 'File', file })
    const [, link] = /<a class="button" href="http:\/\/site.example\/file\/@@download">(.*?)<\/a>/.exec(html) ?? []
    expect(link).toContain('tides.pdf')
    expect(link).toContain(words)
  })
})

describe('the page of a link', () => {
  it.each([
    [{ targetUrl: `${base}/there`, remoteUrl: '../there' }, `<a href="${base}/there">`],
    [{ remoteUrl: 'https://other.example' }, '<a href="https://other.example">'],
  ])('links to its target: %j', async (answer, link) => {
    expect(await htmlOfObject({ '@type': 'Link', title: 'Link', ...answer })).toContain(link)
  })

  it('shows a target that would run a script as text', async () => {
    const html = await htmlOfObject({ '@type': 'Link', title: 'Link', remoteUrl: 'javascript:alert(1)' })
    expect(html).toContain('<p>javascript:alert(1)</p>')
  })
})

describe('the page of a presenter', () => {
  it('links to networks whose addresses are safe', async () => {
    const social_links: JsonObject[] = [
      { id: 'w', title: 'Web', href: ['https://me.example', 'javascript:alert(1)'] },
      { id: 'm', href: [{ '@id': 'https://social.example/ada' }] },
    ]
    const html = await htmlOfObject({ '@type': 'Presenter', title: 'Ada', social_links })
    expect([...html.matchAll(/<a href="([^"]+)" rel="me noopener">([^<]+)</g)].map(([, ...link]) => link)).toEqual([
      ['https://me.example', 'Web'],
      ['https://social.example/ada', 'm'],
    ])
  })
})

describe('the page of an event', () => {
  const timesOf = async (more: JsonObject) => {
    const html = await htmlOfObject({ ...talk, '@type': 'Event', title: 'Concert', ...more })
    return [...html.matchAll(/<time [^>]*>([^<]*)</g)].map(([, text]) => text)
  }

  it.each<[string, JsonObject, readonly string[]]>([
    ['its start and its end', {}, ['Jun 17, 2027, 10:00', 'Jun 17, 2027, 13:30']],
    ['no end if the end is open', { open_end: true }, ['Jun 17, 2027, 10:00']],
    ['one date if it lasts a whole day', { whole_day: true }, ['Jun 17, 2027']],
    [
      'two dates if it lasts several whole days',
      { whole_day: true, end: '2027-06-19T12:00:00+00:00' },
      ['Jun 17, 2027', 'Jun 19, 2027'],
    ],
    [
      'only the first of several whole days if the end is open',
      { whole_day: true, open_end: true, end: '2027-06-19T12:00:00+00:00' },
      ['Jun 17, 2027'],
    ],
  ])('shows %s', async (_, more, times) => {
    expect(await timesOf(more)).toEqual(times)
  })
})
