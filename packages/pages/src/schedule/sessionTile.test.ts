import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

async function tileOf(more: JsonObject) {
  const session = {
    ...{ '@id': 'http://site.example/talk', '@type': 'Talk', UID: 'u', title: 'Talk', description: 'About' },
    ...{ start: '2027-06-17T08:00:00+00:00', end: '2027-06-17T09:00:00+00:00' },
    ...{ gridColumn: 'room-1', gridRow: 'time-0800 / time-1000', gridHeight: 4 },
    ...more,
  }
  const answer = { items: [{ id: '2027-06-17', rooms: [['a', 'Hall']], items: [session] }] }
  const event = { tracks: [{ id: 't', title: 'Tides', color: '#2b6cb0' }] }
  const html = await htmlOf(pageForTests({ view: 'schedule', answer, more: { event } as never }))
  return /<li class="session.*?<\/li>/s.exec(html)?.[0] ?? ''
}

describe('the tile of a session', () => {
  it.each([
    ['Keynote', 'keynote'],
    ['Talk', 'talk'],
    ['Training', 'talk'],
    ['Slot', 'plain-slot'],
    ['Break', 'plain-slot'],
    ['Meeting', 'plain-slot'],
  ])('of type %s is drawn as a %s', async (type, kind) => {
    expect(await tileOf({ '@type': type })).toContain(`<li class="session ${kind} `)
  })

  it.each([
    [5, false],
    [6, true],
  ])('of %s quarters of an hour shows a description: %s', async (gridHeight, hasText) => {
    expect((await tileOf({ gridHeight })).includes('<p class="about">About</p>')).toBe(hasText)
  })

  it('names its presenters, its room and its track with the colour', async () => {
    const presenters = ['Ada', 'Bo'].map(title => ({ '@id': `/${title}`, title }))
    const room = [{ token: 'r', title: 'Hall' }]
    const tile = await tileOf({ presenters, room, session_track: [{ token: 't', title: 'Tides' }] })
    expect(tile).toContain('<p class="people-names">Ada, Bo</p>')
    expect(tile).toContain('<span class="where">Hall</span>')
    expect(tile).toContain('fill="#2b6cb0"')
    expect(tile).toContain('<span class="hidden">Tides</span>')
  })

  it('is marked if it extends across the columns of all rooms, because no column then shows its room', async () => {
    expect(await tileOf({ gridColumn: 'room-1 / room-all' })).toContain(' in-all-columns ')
    expect(await tileOf({})).not.toContain('in-all-columns')
  })
})
