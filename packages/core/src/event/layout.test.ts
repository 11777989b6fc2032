import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LayoutSlot, layoutSchedule, type ScheduleDay } from './layout.js'

type CaseSlot = Omit<LayoutSlot, 'path' | 'start' | 'end'> & { id: string; start: string | null; end: string | null }
type CaseItem = { id: string; gridColumn: string; gridRow: string; gridHeight: number }
type CaseDay<I = CaseItem> = { id: string; rooms: string[]; items: I[] }
type Programme = { rooms: string[]; slots: CaseSlot[] }
type Table = { rooms: string[]; cases: { name: string; slots: CaseSlot[]; expected: CaseDay[]; ours?: CaseDay[] }[] }

const read = <T>(name: string): T => JSON.parse(readFileSync(join(__dirname, 'layoutCases', `${name}.json`), 'utf8'))
const at = (iso: string) => Date.parse(iso)
const orNull = (iso: string | null) => (iso === null ? null : at(iso))
const titled = (token: string) => ({ token, title: `Title of ${token}` })
const ROOMS = ['a', 'b', 'c'].map(titled)

function fromCase({ id, type, start, end, rooms }: CaseSlot): LayoutSlot {
  return { path: id, type, start: orNull(start), end: orNull(end), rooms }
}

function listedRooms(tokens: readonly string[]) {
  return tokens.map(token => (token === '_all_' ? ['_all_', '_all_'] : [token, `Title of ${token}`]))
}

function gridOf(days: readonly ScheduleDay<LayoutSlot>[]) {
  return days.map(({ id, rooms, items }) => ({
    id,
    rooms,
    items: items.map(({ slot, start: _, end: __, ...grid }) => ({ id: slot.path, ...grid })),
  }))
}

function slot(parts: Partial<LayoutSlot> & { readonly from?: string; readonly to?: string | null } = {}): LayoutSlot {
  const { from = '2027-03-01T09:00:00Z', to = '2027-03-01T09:30:00Z', ...rest } = parts
  return { path: '/s/x', type: 'Talk', start: at(from), end: orNull(to), rooms: ['a'], ...rest }
}

function placesOf(slots: readonly LayoutSlot[], zone = 'UTC') {
  return layoutSchedule(slots, ROOMS, zone).flatMap(day => day.items)
}

function rowOf(from: string, to: string, zone = 'UTC') {
  return placesOf([slot({ from, to })], zone)[0]?.gridRow
}

const table = read<Table>('plone-table')

describe('small layouts of the table', () => {
  it('are complete', () => {
    expect(table.cases).toHaveLength(111)
    expect(table.cases.filter(({ ours }) => ours)).toHaveLength(14)
  })

  it.each(table.cases)('match the table: $name', ({ slots, expected, ours }) => {
    const days = layoutSchedule(slots.map(fromCase), table.rooms.map(titled), 'UTC')
    expect(gridOf(days)).toEqual((ours ?? expected).map(day => ({ ...day, rooms: listedRooms(day.rooms) })))
  })
})

describe('whole programmes', () => {
  it.each(['frab-camp2019', 'techevent-demo'])('are laid out: %s', name => {
    const { rooms, slots } = read<Programme>(`${name}.input`)
    const expected = read<CaseDay<CaseItem & { start: string; end: string }>[]>(`${name}.expected`)
    const days = layoutSchedule(slots.map(fromCase), rooms.map(titled), 'UTC')
    expect(gridOf(days)).toEqual(
      expected.map(({ id, rooms, items }) => ({
        id,
        rooms: listedRooms(rooms),
        items: items.map(({ start, end, ...item }) => item),
      })),
    )
    expect(days.flatMap(day => day.items.map(({ start, end }) => [start, end]))).toEqual(
      expected.flatMap(day => day.items.map(({ start, end }) => [at(start), at(end)])),
    )
  })

  it('begin at eleven local time in Berlin, and include a talk past midnight in its first day', () => {
    const { rooms, slots } = read<Programme>('frab-camp2019.input')
    const days = layoutSchedule(slots.map(fromCase), rooms.map(titled), 'Europe/Berlin')
    expect(days.map(day => day.id)).toEqual(['2019-08-21', '2019-08-22', '2019-08-23', '2019-08-24', '2019-08-25'])
    expect(days[0]?.items[0]).toMatchObject({
      slot: { path: '/schedule/10386' },
      start: at('2019-08-21T09:00:00Z'),
      gridRow: 'time-1100 / time-1130',
      gridHeight: 2,
    })
    expect(days[1]?.items.at(-1)).toMatchObject({ slot: { path: '/schedule/10344' }, gridRow: 'time-2300 / time-0030' })
  })
})

describe('days', () => {
  it('do not exist without slots', () => {
    expect(layoutSchedule([], ROOMS, 'UTC')).toEqual([])
  })

  it('are those of the time zone of the event', () => {
    const late = slot({ from: '2027-03-01T23:30:00Z', to: '2027-03-02T00:30:00Z' })
    const dayIn = (zone: string) => layoutSchedule([late], ROOMS, zone).map(day => day.id)
    expect(dayIn('UTC')).toEqual(['2027-03-01'])
    expect(dayIn('Europe/Berlin')).toEqual(['2027-03-02'])
    expect(dayIn('America/St_Johns')).toEqual(['2027-03-01'])
  })

  it('in an unknown time zone are rejected with the error of Intl', () => {
    expect(() => layoutSchedule([], ROOMS, 'Mars/Olympus')).toThrow(RangeError)
  })

  it('ascend over years of four and five digits and over years before 0', () => {
    const starts = ['+012027-03-01T09:00:00Z', '-000044-03-15T09:00:00Z', '9999-12-31T09:00:00Z']
    const days = layoutSchedule(
      starts.map(from => slot({ from, to: null })),
      ROOMS,
      'UTC',
    )
    expect(days.map(day => day.id)).toEqual(['-000044-03-15', '9999-12-31', '+012027-03-01'])
  })

  it('ascend when the clock is set back across midnight', () => {
    const before = slot({ path: '/s/before', from: '2006-10-29T02:30:30Z', to: null })
    const after = slot({ path: '/s/after', from: '2006-10-29T02:45:00Z', to: null })
    const days = layoutSchedule([before, after], ROOMS, 'America/St_Johns')
    expect(days.map(({ id, items }) => [id, items[0]?.slot.path])).toEqual([
      ['2006-10-28', '/s/after'],
      ['2006-10-29', '/s/before'],
    ])
  })
})

describe('clock changes in Berlin', () => {
  it('omit the rows of the hour that is skipped in spring', () => {
    const places = placesOf([slot({ from: '2027-03-28T00:30:00Z', to: '2027-03-28T01:30:00Z' })], 'Europe/Berlin')
    expect(places).toMatchObject([{ gridRow: 'time-0130 / time-0330', gridHeight: 4 }])
  })

  it('show the rows of the repeated hour in autumn twice', () => {
    const first = slot({ path: '/s/b', from: '2027-10-31T00:00:00Z', to: '2027-10-31T00:30:00Z' })
    const second = slot({ path: '/s/a', from: '2027-10-31T01:00:00Z', to: '2027-10-31T01:30:00Z' })
    expect(placesOf([second, first], 'Europe/Berlin')).toMatchObject([
      { slot: first, gridRow: 'time-0200 / time-0230', gridHeight: 2 },
      { slot: second, gridRow: 'time-0200 / time-0230', gridHeight: 2 },
    ])
  })

  it('do not change the height of a slot', () => {
    const night = slot({ from: '2027-10-30T22:00:00Z', to: '2027-10-31T03:00:00Z' })
    expect(placesOf([night], 'Europe/Berlin')).toMatchObject([{ gridRow: 'time-0000 / time-0400', gridHeight: 20 }])
  })

  it('give each half of a long training four hours', () => {
    const training = slot({ type: 'Training', from: '2027-03-27T23:00:00Z', to: '2027-03-28T08:00:00Z' })
    expect(placesOf([training], 'Europe/Berlin')).toMatchObject([
      { gridRow: 'time-0000 / time-0500', gridHeight: 16 },
      { gridRow: 'time-0600 / time-1000', gridHeight: 16 },
    ])
  })
})

describe('gridRow', () => {
  it.each([
    ['1015', ['10:01', '10:14', '10:15']],
    ['1030', ['10:16', '10:29', '10:30']],
    ['1045', ['10:31', '10:44', '10:45']],
    ['1100', ['10:46', '10:59', '11:00:00', '11:00:01']],
    ['0900', ['09:00']],
    ['1545', ['15:45', '15:45:01']],
    ['1600', ['15:50']],
    ['2345', ['23:45:59.999']],
    ['0000', ['23:46', '23:59']],
  ])('is rounded up to time-%s for the starts and ends at %j', (label, times) => {
    for (const time of times) {
      const iso = `2027-03-01T${time}Z`
      expect(rowOf(iso, iso)).toBe(`time-${label} / time-${label}`)
    }
  })

  it('is rounded in local time if the UTC offset is not a multiple of a quarter hour', () => {
    expect(rowOf('1850-01-01T09:00:00Z', '1850-01-01T09:10:00Z', 'Europe/Berlin')).toBe('time-1000 / time-1015')
  })
})

describe('gridHeight', () => {
  it.each([
    [0, 0],
    [7.99, 0],
    [8, 1],
    [22, 1],
    [23, 2],
    [25 * 60, 100],
  ])('is %d minutes as %d units', (minutes, height) => {
    const start = at('2027-03-01T09:07:00Z')
    expect(placesOf([slot({ start, end: start + minutes * 60_000 })])[0]?.gridHeight).toBe(height)
  })

  it('is 0 if the end precedes the start', () => {
    const places = placesOf([slot({ from: '2027-03-01T09:00:00Z', to: '2027-03-01T08:00:00Z' })])
    expect(places).toMatchObject([{ gridRow: 'time-0900 / time-0800', gridHeight: 0 }])
  })
})

describe('the rooms', () => {
  const roomsOf = (slots: readonly LayoutSlot[]) =>
    layoutSchedule(slots, ROOMS, 'UTC').map(day => day.rooms.map(([token]) => token))

  it('of a slot are listed in folder order, and the first one determines the column', () => {
    const slots = [slot({ rooms: ['c', 'b'] }), slot({ path: '/s/y', rooms: ['a'] })]
    expect(roomsOf(slots)).toEqual([['a', 'b', 'c']])
    expect(placesOf(slots).map(place => place.gridColumn)).toEqual(['room-2', 'room-1'])
  })

  it('that are deleted or hidden are omitted', () => {
    const slots = [slot({ rooms: ['gone', 'c'] })]
    expect(roomsOf(slots)).toEqual([['c']])
    expect(placesOf(slots)).toMatchObject([{ gridColumn: 'room-1' }])
  })

  it.each(['Talk', 'Keynote'])('that are all deleted or hidden make a %s span all columns', type => {
    const slots = [slot({ type, rooms: ['gone'] })]
    expect(roomsOf(slots)).toEqual([['_all_']])
    expect(placesOf(slots)).toMatchObject([{ gridColumn: 'room-1 / room-all' }])
  })

  it('of a Keynote are used columns, without _all_', () => {
    const slots = [slot({ type: 'Keynote', rooms: ['a'] }), slot({ path: '/s/y', rooms: ['b'] })]
    expect(roomsOf(slots)).toEqual([['a', 'b']])
    expect(placesOf(slots).map(place => place.gridColumn)).toEqual(['room-1 / room-all', 'room-2'])
  })

  it('that a slot names twice are listed once', () => {
    expect(roomsOf([slot({ rooms: ['b', 'b'] })])).toEqual([['b']])
  })
})

describe('a long training', () => {
  const long = slot({ type: 'Training', from: '2027-03-01T09:00:00Z', to: '2027-03-01T18:00:00Z' })

  it('is shown as its first and its last four hours', () => {
    expect(placesOf([long]).map(({ slot, start, end }) => ({ slot, start, end }))).toEqual([
      { slot: long, start: at('2027-03-01T09:00:00Z'), end: at('2027-03-01T13:00:00Z') },
      { slot: long, start: at('2027-03-01T14:00:00Z'), end: at('2027-03-01T18:00:00Z') },
    ])
  })

  it.each(['Talk', 'training', 'TrainingDay'])('is not a %s: only the type Training is divided', type => {
    expect(placesOf([{ ...long, type }])).toHaveLength(1)
  })
})
