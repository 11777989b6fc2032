import { gridTemplate } from './gridTemplate.js'
import { type LayoutSlot, layoutSchedule } from './layout.js'

const rooms = [
  { token: 'a', title: 'Aula' },
  { token: 'b', title: 'Barn' },
]
const hour = 3_600_000
const midnight = Date.UTC(2027, 6, 1)

const slot = (path: string, hours: readonly [number, number], other: Partial<LayoutSlot> = {}): LayoutSlot => {
  const [start, end] = hours.map(count => midnight + count * hour)
  return { path, type: 'Talk', start: start ?? null, end: end ?? null, rooms: ['a'], ...other }
}

const linesIn = (tracks: string): readonly string[] => tracks.match(/(?<=\[)[^\]]+/g) ?? []

function dayOf(...slots: readonly LayoutSlot[]) {
  const [day] = layoutSchedule(slots, rooms, 'UTC')
  if (!day) throw new Error('There is no day.')
  return day
}

describe('the grid of a day', () => {
  it('has a row per quarter of an hour from the first start to the last end, and a column per room', () => {
    const day = dayOf(slot('/a', [9, 9.5]), slot('/b', [9.25, 10], { rooms: ['b'] }))
    expect(gridTemplate(day)).toEqual({
      columns: '[room-1] minmax(0, 1fr) [room-2] minmax(0, 1fr) [room-all]',
      rows: '[time-0900] auto [time-0915] auto [time-0930] auto [time-0945] auto [time-1000]',
    })
  })

  it('has the lines of all slots, also after midnight, in ascending order', () => {
    const day = dayOf(
      slot('/a', [9, 10]),
      slot('/party', [22, 24.5], { rooms: [] }),
      slot('/b', [20, 21], { rooms: ['b'] }),
    )
    const { columns, rows } = gridTemplate(day)
    const lines = [...linesIn(columns), ...linesIn(rows)]
    for (const { gridColumn, gridRow } of day.items)
      for (const line of [...gridColumn.split(' / '), ...gridRow.split(' / ')]) expect(lines).toContain(line)
    expect(linesIn(rows).slice(-3)).toEqual(['time-0000', 'time-0015', 'time-0030'])
    expect(new Set(lines).size).toBe(lines.length)
  })

  it('has a row for a slot without an end, and one column for a day without rooms', () => {
    const day = dayOf(slot('/note', [9, 9], { end: null, type: 'Break' }))
    expect(gridTemplate(day, { row: '1rem', column: '2fr' })).toEqual({
      columns: '[room-1] 2fr [room-all]',
      rows: '[time-0900] 1rem [time-0915]',
    })
  })

  it('repeats no line if the slots of a day cover 24 hours or more', () => {
    const { rows } = gridTemplate(dayOf(slot('/a', [1, 2]), slot('/b', [23, 28])))
    expect(new Set(linesIn(rows)).size).toBe(96)
  })

  it('is empty without slots', () => {
    expect(gridTemplate({ rooms: [], items: [] }).rows).toBe('none')
  })
})

describe('types with a special layout', () => {
  const layOut = (type: string, types: Parameters<typeof layoutSchedule>[3]) => {
    const [day] = layoutSchedule([slot('/a', [9, 18], { type, rooms: ['b'] })], rooms, 'UTC', types)
    return [day?.rooms.map(([token]) => token), day?.items.map(({ gridColumn }) => gridColumn)]
  }

  it('can be configured, and all other types use only the rooms of the slot', () => {
    expect(layOut('lunch', { forEverybody: ['lunch'] })).toEqual([['_all_'], ['room-1 / room-all']])
    expect(layOut('opening', { acrossRooms: ['opening'] })).toEqual([['b'], ['room-1 / room-all']])
    expect(layOut('workshop', { inHalves: ['workshop'] })).toEqual([['b'], ['room-1', 'room-1']])
    expect(layOut('Break', { forEverybody: ['lunch'] })).toEqual([['b'], ['room-1']])
  })

  it('are those of the stock types by default', () => {
    expect(layOut('Break', {})).toEqual([['_all_'], ['room-1 / room-all']])
    expect(layOut('Keynote', {})).toEqual([['b'], ['room-1 / room-all']])
    expect(layOut('Training', { forEverybody: [] })).toEqual([['b'], ['room-1', 'room-1']])
  })
})
