import type { PublishedProgramme, PublishedSlot } from '@plenum/core'
import { schedule2Json } from './schedule2.js'

const slice = { isOver: () => false, next: async () => {} }
const at = (text: string) => Date.parse(text)

const slotOf = (more: Partial<PublishedSlot> = {}): PublishedSlot => ({
  ...{ uid: '0123456789abcdef0123456789abcdef', url: 'https://site.example/talk', title: 'Talk' },
  ...{ description: '', text: null, type: 'Talk', track: null, language: null, revision: 1, created: 0, modified: 0 },
  ...{ start: at('2027-06-17T09:00:00Z'), end: at('2027-06-17T10:00:00Z') },
  ...{ rooms: [], persons: [], video: null, state: null, links: [], attachments: [] },
  ...more,
})

const programmeOf = (slots: readonly PublishedSlot[], more: Partial<PublishedProgramme> = {}): PublishedProgramme => ({
  ...{ title: 'Long Light', description: '', url: 'https://site.example', timezone: 'UTC', start: null, end: null },
  ...{ rooms: [], tracks: [], slots, sessions: [], cancelled: [], uid: 'f'.repeat(32), language: 'en', now: 0 },
  ...more,
})

const scheduleOf = async (slots: readonly PublishedSlot[], more: Partial<PublishedProgramme> = {}) =>
  JSON.parse(await schedule2Json(programmeOf(slots, more), { slice })).schedule

describe('a programme in the second version of the frab format', () => {
  it('lists sessions without a track in an additional track, even if a track of the event has its name', async () => {
    const tracks = ['Tides', 'Other'].map(title => ({ title, color: null }))
    const { conference, events } = await scheduleOf([slotOf(), slotOf({ track: 'Other' })], { tracks })
    expect(conference.tracks).toEqual([
      { name: 'Tides', slug: 'tides' },
      { name: 'Other', slug: 'other' },
      { name: 'Other', slug: 'other-3' },
    ])
    expect(events.map(({ track }: { track: object }) => track)).toEqual([{ slug: 'other-3' }, { slug: 'other' }])
  })

  it('needs no additional track if only breaks have no track', async () => {
    const tracks = [{ title: 'Tides', color: null }]
    const { conference } = await scheduleOf([slotOf({ track: 'Tides' }), slotOf({ type: 'Break' })], { tracks })
    expect(conference.tracks).toEqual([{ name: 'Tides', slug: 'tides' }])
  })

  it('ends a day with the slot that ends last, which need not be the one that begins last', async () => {
    const slots = [
      slotOf({ end: at('2027-06-17T17:00:00Z') }),
      slotOf({ start: at('2027-06-17T10:00:00Z'), end: at('2027-06-17T11:00:00Z') }),
      slotOf({ start: at('2027-06-18T08:00:00Z'), end: at('2027-06-18T09:00:00Z') }),
    ]
    const { conference } = await scheduleOf(slots)
    expect(conference.days).toMatchObject([
      { index: 1, start: '2027-06-17T09:00:00+00:00', end: '2027-06-17T17:00:00+00:00' },
      { index: 2, start: '2027-06-18T08:00:00+00:00', end: '2027-06-18T09:00:00+00:00' },
    ])
    expect(conference).toMatchObject({ start: '2027-06-17T09:00:00+00:00', end: '2027-06-18T09:00:00+00:00' })
  })
})
