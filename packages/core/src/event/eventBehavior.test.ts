import { createTestSite, type TestSite } from '@plenum/testkit'
import type { SearchParameters } from '../content/query/searchParameters.js'
import type { JsonObject } from '../foundation/json.js'
import { asText } from '../foundation/writeJson.js'
import { memoryStore } from '../memory/memoryStore.js'
import type { Finding } from '../site/doctor/finding.js'

const everything = { batch: { start: 0, size: 25 }, metadata: [], fullObjects: false, withItems: true }
const day = 86_400_000

const eventSite = async () => {
  const { content: store, users, whole } = memoryStore()
  return createTestSite({ store, users, whole })
}

const add = ({ run }: TestSite, event: JsonObject) =>
  run('addContent', '/', { as: 'max', input: { '@type': 'Event', id: 'event', title: 'Event', ...event } })

const patch = ({ run }: TestSite, body: JsonObject, path = '/event') =>
  run('editContent', path, { as: 'max', input: { body, representation: false } })

async function contentOf({ run }: TestSite): Promise<JsonObject> {
  return (await run('getContent', '/event', { as: 'max', input: everything })).content
}

function search({ run }: TestSite, parameters: SearchParameters) {
  const input = { ...everything, parameters: { portal_type: 'Event', ...parameters } }
  return run('searchContent', '/', { as: 'max', input })
}

const from = (query: string) => ({ query, range: 'min' })
const until = (query: string) => ({ query, range: 'max' })
const between = (...query: string[]) => ({ query, range: 'min:max' })

async function findings({ site }: TestSite): Promise<readonly Finding[]> {
  const all: Finding[] = []
  const noDigest = () => ({ update: () => {}, digest: () => new Uint8Array() })
  await site.examine({ newDigest: noDigest, onFinding: finding => all.push(finding) })
  return all
}

const weekly = {
  start: '2027-01-04T18:00:00Z',
  end: '2027-01-04T20:00:00Z',
  recurrence: 'RRULE:FREQ=WEEKLY;COUNT=10\nEXDATE:20270118T000000',
}

describe('a recurring event (docs/content-and-access.md, Recurring events)', () => {
  it('is found by each occurrence, once', async () => {
    const at = await eventSite()
    await add(at, weekly)
    expect(await search(at, { start: between('2027-02-01', '2027-02-02') })).toMatchObject({ total: 1 })
    expect(await search(at, { start: from('2027-01-01') })).toMatchObject({
      total: 1,
      items: [{ start: '2027-01-04T18:00:00+00:00', end: '2027-01-04T20:00:00+00:00' }],
    })
    expect(await search(at, { start: between('2027-01-18', '2027-01-19') })).toMatchObject({ total: 0 })
    expect(await search(at, { start: from('2027-03-09') })).toMatchObject({ total: 0 })
  })

  it('is found if start and end of one occurrence meet the conditions', async () => {
    const at = await eventSite()
    await add(at, weekly)
    const running = (time: string) => search(at, { start: until(time), end: from(time) })
    expect(await running('2027-01-11T19:00:00Z')).toMatchObject({ total: 1 })
    expect(await running('2027-01-12T19:00:00Z')).toMatchObject({ total: 0 })
    const within = { start: from('2027-01-11T19:00:00Z'), end: until('2027-01-25T19:00:00Z') }
    expect(await search(at, within)).toMatchObject({ total: 0 })
    const row = (i: string, o: string, v: string) => ({ i, o: `plone.app.querystring.operation.date.${o}`, v })
    const query = [
      { i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: ['Event'] },
      row('start', 'lessThan', '2027-01-12T19:00:00Z'),
      row('end', 'largerThan', '2027-01-12T19:00:00Z'),
    ]
    const input = { body: { query }, convertItem: asText }
    expect(await at.run('querystringSearch', '/', { as: 'max', input })).toMatchObject({ total: 0 })
  })

  it('recurs at the same local time when clocks change', async () => {
    const at = await eventSite()
    await patch(at, { timezone: 'Europe/Berlin' }, '/')
    await add(at, {
      start: '2027-03-22T17:00:00Z',
      end: '2027-03-22T18:00:00Z',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    })
    expect(await search(at, { start: between('2027-03-29T16:00:00Z', '2027-03-29T16:00:00Z') })).toMatchObject({
      total: 1,
    })
  })

  it('is refused with an invalid recurrence, unless the recurrence is unchanged', async () => {
    const at = await eventSite()
    for (const recurrence of ['nonsense', 'RRULE:FREQ=HOURLY', 'RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'x'.repeat(2001)])
      await expect(add(at, { ...weekly, recurrence })).rejects.toMatchObject({ code: 'invalid-fields' })
    await add(at, { ...weekly, recurrence: 'RDATE:20270106T000000' })
    await expect(patch(at, { recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=XX' })).rejects.toMatchObject({
      code: 'invalid-fields',
    })
    expect(await contentOf(at)).toMatchObject({ recurrence: 'RDATE:20270106T000000' })
  })

  it('gets further occurrences in later years, and the doctor finds no fault before or after', async () => {
    const at = await eventSite()
    await add(at, { ...weekly, recurrence: 'RRULE:FREQ=WEEKLY' })
    const inMay = { start: between('2038-05-01', '2038-05-31') }
    expect(await search(at, inMay)).toMatchObject({ total: 0 })
    at.clock.now = Date.UTC(2030, 5, 15)
    expect(await findings(at)).toEqual([])
    const before = await contentOf(at)
    await at.site.extendRecurringEvents()
    expect(await search(at, inMay)).toMatchObject({ total: 1 })
    expect(await findings(at)).toEqual([])
    expect(await contentOf(at)).toEqual(before)
    const { state } = at.site
    const extended = await state()
    await at.site.extendRecurringEvents()
    expect(await state()).toEqual(extended)
  })
})

describe('an event of whole days', () => {
  const whole = { start: '2027-05-03T10:30:00Z', end: '2027-05-04T11:00:00Z', whole_day: true }

  it('begins at 00:00:00 and ends at 23:59:59 in the zone of the site', async () => {
    const at = await eventSite()
    await patch(at, { timezone: 'Europe/Berlin' }, '/')
    await add(at, whole)
    const days = { start: '2027-05-02T22:00:00+00:00', end: '2027-05-04T21:59:59+00:00' }
    expect(await contentOf(at)).toMatchObject(days)
    expect((await search(at, { start: between('2027-05-02T22:00:00Z', '2027-05-02T22:00:00Z') })).items).toMatchObject([
      days,
    ])
  })

  it('follows a change of the zone', async () => {
    const at = await eventSite()
    await add(at, whole)
    await patch(at, { timezone: 'Asia/Tokyo' }, '/')
    const days = { start: '2027-05-02T15:00:00+00:00', end: '2027-05-04T14:59:59+00:00' }
    expect(await contentOf(at)).toMatchObject(days)
    expect((await search(at, {})).items).toMatchObject([days])
    expect(await findings(at)).toEqual([])
    const input = { name: 'date-and-time', body: { portal_timezone: 'UTC' } }
    await at.run('editControlPanel', '/', { as: 'max', input })
    expect((await search(at, {})).items).toMatchObject([
      { start: '2027-05-03T00:00:00+00:00', end: '2027-05-04T23:59:59+00:00' },
    ])
    expect(await findings(at)).toEqual([])
  })

  it('retains its stored times if a client sends back the response', async () => {
    const at = await eventSite()
    await add(at, whole)
    const before = await contentOf(at)
    at.clock.now += day
    const times = { start: before.start ?? null, end: before.end ?? null }
    await patch(at, times)
    expect(await contentOf(at)).toEqual(before)
    await patch(at, { ...times, whole_day: false })
    expect(await contentOf(at)).toMatchObject({ start: '2027-05-03T10:30:00+00:00', end: '2027-05-04T11:00:00+00:00' })
  })

  it('ends with its first day if the end is open', async () => {
    const at = await eventSite()
    await add(at, { ...whole, whole_day: false, open_end: true })
    expect(await contentOf(at)).toMatchObject({ start: '2027-05-03T10:30:00+00:00', end: '2027-05-03T23:59:59+00:00' })
  })
})
