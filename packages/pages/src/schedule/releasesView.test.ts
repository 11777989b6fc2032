import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const release = (number: number, comment: string) => ({
  ...{ '@id': `http://site.example/@schedule-releases/${number}`, number, name: `Version <${number}>`, comment },
  ...{ date: '2027-05-01T09:00:00+00:00', actor: null, sessions_total: 3 },
})

const session = (title: string, hour: string) => ({
  ...{ '@id': 'http://site.example/a', '@type': 'Talk', UID: '1', title, end: null },
  ...{
    start: `2027-05-01T${hour}:00:00+00:00`,
    room: [{ token: '2', title: 'Hall' }],
    session_track: [],
    presenters: [],
  },
})

describe('the pages of releases', () => {
  it('list the releases with links to their changes', async () => {
    const items = [release(2, 'Fixes & more'), release(1, '')]
    const html = await htmlOf(pageForTests({ view: 'releases', answer: { items, items_total: 2 } }))
    expect(html).toContain('Version &lt;2></h2><p>Fixes &amp; more</p>')
    expect(html.match(/@diff/g)).toHaveLength(1)
    expect(html).toContain('href="http://site.example/@schedule-releases/1/@diff/2"')
    expect(html).toContain('href="http://site.example/@@releases.atom"')
  })

  it('list the differences with the values before and after', async () => {
    const items = [
      { kind: 'moved', before: session('Moss', '09'), after: session('Moss', '10') },
      { kind: 'new', before: null, after: session('Fern <1>', '11') },
    ]
    const html = await htmlOf(pageForTests({ view: 'releaseDifferences', answer: { one: '1', two: '2', items } }))
    expect(html).toContain('<del>May 1, 2027, 09:00</del> <ins>May 1, 2027, 10:00</ins>')
    expect(html).toContain('Fern &lt;1></a>')
    expect(html).toContain('From release 1 to release 2')
  })

  it('name a session as in the later release, or as in the earlier one if it was withdrawn', async () => {
    const items = [
      { kind: 'renamed', before: session('Moss', '09'), after: session('Ferns', '09') },
      { kind: 'withdrawn', before: session('Lichen', '11'), after: null },
    ]
    const html = await htmlOf(pageForTests({ view: 'releaseDifferences', answer: { one: '1', two: '2', items } }))
    const titles = [...html.matchAll(/<h2><a href="http:\/\/site\.example\/a">(.*?)<\/a><\/h2>/g)]
    expect(titles.map(([, title]) => title)).toEqual(['Ferns', 'Lichen'])
    expect(html).toContain('<del>Moss</del> <ins>Ferns</ins>')
    expect(html).toContain('<del>May 1, 2027, 11:00</del> </p>')
  })

  it('are linked from the schedule if visitors see releases', async () => {
    const page = (isOn: boolean) =>
      pageForTests({
        view: 'schedule',
        answer: { items: [] },
        more: { content: { tracks: [], release_schedule: isOn } },
      })
    expect(await htmlOf(page(true))).toContain('href="http://site.example/@schedule-releases"')
    expect(await htmlOf(page(false))).not.toContain('@schedule-releases')
  })
})
