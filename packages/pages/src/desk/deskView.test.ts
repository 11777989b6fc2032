import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const list = { items: [], items_total: 0, b_start: 0, b_size: 25 }
const keys = {
  revision: '3-abc',
  is_shown: true,
  state_title: 'Published',
  differences: [],
  minutes: 45,
  session_start: null,
}
const slot = {
  ...{ '@id': 'http://site.example/schedule/a', '@type': 'Talk', UID: 'u1', title: 'Moss <1>' },
  ...{ start: '2027-05-01T09:05:00+00:00', end: '2027-05-01T09:50:00+00:00' },
  ...{ gridColumn: 'room-1', gridRow: 'time-0915 / time-1000', gridHeight: 3 },
  ...{ room: [{ token: 'r1', title: 'Hall' }], presenters: [], workflow_states: [] },
  ...keys,
}

const answer = {
  '@id': 'http://site.example/@@desk',
  ...{ timezone: 'UTC', days: ['2027-05-01', '2027-05-02'], day: '2027-05-01' },
  rooms: [
    { token: 'r1', title: 'Hall' },
    { token: 'r2', title: 'Attic' },
  ],
  ...{ parts: [{ first: slot.start, last: slot.start, items_total: 1 }], part: 1, conflicts_total: 0 },
  ...{ items: [slot], busy: [], conflicts: [], unscheduled: list, outside: list },
  ...{ release: { is_enabled: false, latest: null, can_release: true }, container: null, selected: null, undo: null },
}

const assets = { style: '/s.css', script: '/s.js', extras: { desk: { style: '/d.css', script: '/d.js' } } }

const deskOf = (change: object = {}, query: readonly (readonly [string, string])[] = []) =>
  htmlOf(pageForTests({ view: 'desk', assets, query: new Map(query), answer: { ...answer, ...change } as never }))

describe('the page of the programme desk', () => {
  it('links its own files, which other pages do not link', async () => {
    const html = await deskOf()
    expect(html).toContain('<link rel="stylesheet" href="/d.css"/>')
    expect(html).toContain('<script type="module" src="/d.js">')
    const other = await htmlOf(pageForTests({ view: 'search', assets, answer: { items: [] } as never }))
    expect(other).not.toContain('/d.css')
  })

  it('contains the slot with everything that the script needs', async () => {
    const html = await deskOf()
    expect(html).toContain('data-uid="u1"')
    expect(html).toContain('data-revision="3-abc"')
    expect(html).toContain('data-from="545" data-length="45" data-offset="0" data-minutes="45" data-rooms="r1"')
    expect(html).toContain('href="http://site.example/@@desk?day=2027-05-01&amp;move=u1#move"')
    expect(html).not.toMatch(/ style=/)
  })

  it.each([
    ['time-0915 / time-1000', 8, 19],
    ['time-0745 / time-0900', 7, 19],
    ['time-1800 / time-1915', 8, 20],
    ['time-1800 / time-2000', 8, 20],
  ])('shows full hours from 8 to 19, and further hours if a slot needs them: %s', async (gridRow, from, until) => {
    const html = await deskOf({ items: [{ ...slot, gridRow }] })
    expect(html).toContain(`data-from="${from}" data-until="${until}"`)
    const hours = [...html.matchAll(/<div class="hour f\d+" aria-hidden="true">(\d\d):00</g)].map(([, hour]) =>
      Number(hour),
    )
    expect([hours[0], hours.at(-1)]).toEqual([from, until - 1])
  })

  it('shows a slot that the caller may not move as fixed, with a link to the slot', async () => {
    const html = await deskOf({ items: [{ ...slot, revision: null }] })
    expect(html).toContain('>Fixed<')
    expect(html).not.toContain('data-revision')
    expect(html).toContain('<a href="http://site.example/schedule/a">Moss &lt;1></a>')
  })

  it('shows the state of a slot that visitors do not see, its differences, and busy times without a title', async () => {
    const { start, end, gridColumn, gridRow, gridHeight } = slot
    const html = await deskOf({
      items: [{ ...slot, is_shown: false, state_title: 'Private', differences: ['moved', 'room'] }],
      busy: [{ start, end, gridColumn, gridRow, gridHeight }],
    })
    for (const mark of ['Private', 'Other time', 'Other room'])
      expect(html).toContain(`<span class="mark">${mark}</span>`)
    expect(html).toMatch(/<li class="session busy c1 e1 f0915 u1000 l2-2">Busy<\/li>/)
  })

  it('marks the slots in a conflict, with a link to the conflict', async () => {
    const html = await deskOf({
      conflicts: [
        { kind: 'room', start: slot.start, end: slot.end, room: null, person: null, slots: [slot], hidden_slots: 1 },
      ],
    })
    expect(html).toContain('href="#conflict-0">Two sessions in one room at the same time</a>')
    expect(html).toContain('<li class="item" id="conflict-0">')
    expect(html).toContain('Sessions that you may not view: 1')
  })

  it('contains a form for the selected slot, and retains the search', async () => {
    const selected = {
      ...{ '@id': slot['@id'], title: 'Moss', revision: '3-abc', is_for_everybody: false },
      ...{ day: '2027-05-01', time: '09:05', minutes: '45', start: slot.start, end: slot.end, room: slot.room },
    }
    const html = await deskOf({ selected }, [['search', 'mo']])
    expect(html).toContain('action="http://site.example/schedule/a/@@do/moveSlot"')
    expect(html).toContain('name="revision" value="3-abc"')
    expect(html).toContain('<option value="r1" selected>Hall</option>')
    expect(html).toContain('name="search" value="mo"')
    expect(await deskOf({ selected: { ...selected, is_for_everybody: true } })).not.toContain('<select')
  })

  it('offers to undo the last move, and links the differences from the release', async () => {
    const html = await deskOf({
      undo: { '@id': slot['@id'], title: 'Moss', undo: 'signed' },
      release: { is_enabled: true, latest: 2, can_release: true },
    })
    expect(html).toContain('name="undo" value="signed"')
    expect(html).toContain('Last move: Moss')
    expect(html).toContain('href="http://site.example/@schedule-releases/2/@diff/working"')
    expect(html).toContain('action="http://site.example/@@do/release"')
    expect(await deskOf()).not.toContain('@@do/release')
    expect(await deskOf({ release: { is_enabled: true, latest: 2, can_release: false } })).not.toContain('@@do/release')
  })

  it('links the parts of a day with many slots, and preserves the part in links and forms', async () => {
    const parts = [
      { first: '2027-05-01T07:00:00+00:00', last: '2027-05-01T09:00:00+00:00', items_total: 200 },
      { first: slot.start, last: slot.start, items_total: 1 },
    ]
    const html = await deskOf({ parts, part: 2 })
    expect(/<nav class="days desk-parts.*?<.nav>/.exec(html)?.[0]).toContain(
      'href="http://site.example/@@desk?day=2027-05-01&amp;part=1">07:00 – 09:00 <small>200</small>',
    )
    expect(html).toContain('part=2" aria-current="true">09:05 – 09:05')
    expect(html).toContain('@@desk?day=2027-05-01&amp;part=2&amp;move=u1#move')
    expect(html).toContain('@@desk?day=2027-05-02"')
    expect(html).toContain('data-part="2"')
    expect(html).toContain('data-from="9" data-until="10"')
    expect(await deskOf()).not.toContain('part=')
  })

  it('links all conflicts if it shows only the first ones', async () => {
    const conflict = { kind: 'no-room', start: slot.start, end: slot.end, room: null, person: null, slots: [slot] }
    const html = await deskOf({ conflicts: [{ ...conflict, hidden_slots: 0 }], conflicts_total: 7 })
    expect(html).toContain('<a href="http://site.example/@schedule-conflicts">Show all 7 conflicts</a>')
  })

  it('offers a search only if there are unscheduled sessions, or after a search', async () => {
    expect(await deskOf()).not.toContain('type="search" name="search"')
    expect(await deskOf({ unscheduled: { ...list, items_total: 1 } })).toContain('type="search" name="search"')
    expect(await deskOf({}, [['search', 'fog']])).toContain('type="search" name="search" value="fog"')
  })

  it('needs neither days nor rooms', async () => {
    expect(await deskOf({ days: [], day: null, items: [], rooms: [] })).toContain('The event has no dates yet.')
    expect(await deskOf({ rooms: [] })).toContain('Moss &lt;1>')
  })
})

describe('the page of a refused move', () => {
  it('shows both versions, and a form that moves the slot anyway', async () => {
    const { start, end, room } = slot
    const html = await htmlOf(
      pageForTests({
        view: 'deskConflict',
        path: '/schedule/a',
        answer: {
          ...{ '@id': slot['@id'], title: 'Moss', timezone: 'Europe/Berlin', desk: 'http://site.example/@@desk' },
          requested: { start: null, end: null, room: [] },
          current: { start, end, room },
          fields: { unscheduled: '1', revision: '4-def' },
        } as never,
      }),
    )
    expect(html).toContain('<dd>May 1, 2027, 11:05 – 11:50 · Hall</dd>')
    expect(html).toContain('<dd>Unscheduled</dd>')
    expect(html).toContain('name="revision" value="4-def"')
  })
})
