import fc from 'fast-check'
import { type Conflict, type ConflictSlot, findConflicts } from './conflicts.js'

const MINUTE = 60_000
const nine = Date.UTC(2027, 4, 1, 9)
const at = (minutes: number) => nine + minutes * MINUTE
const rooms = ['hall', 'cellar'].map(token => ({ token, title: token }))

const slot = (path: string, from: number, to: number | null, rest: Partial<ConflictSlot> = {}): ConflictSlot => ({
  path,
  type: 'Talk',
  start: at(from),
  end: to === null ? null : at(to),
  rooms: ['hall'],
  persons: [],
  ...rest,
})

const summary = (conflicts: readonly Conflict[]) =>
  conflicts.map(({ kind, slots }) => `${kind}: ${slots.map(({ path }) => path).join(' ')}`)

describe('conflicts', () => {
  it('include two slots in one room at the same time', () => {
    const conflicts = findConflicts([slot('/b', 30, 90), slot('/a', 0, 60)], rooms)
    expect(conflicts).toEqual([
      { kind: 'room', room: 'hall', start: at(0), end: at(90), slots: [slot('/a', 0, 60), slot('/b', 30, 90)] },
    ])
  })

  it('do not include slots that only touch, or that are in different rooms', () => {
    const slots = [slot('/a', 0, 60), slot('/b', 60, 90), slot('/c', 0, 90, { rooms: ['cellar'] })]
    expect(findConflicts(slots, rooms)).toEqual([])
  })

  it('include a person who presents two slots at the same time in different rooms', () => {
    const slots = [
      slot('/a', 0, 60, { persons: ['ada', 'ada'] }),
      slot('/b', 59, 90, { persons: ['bob', 'ada'], rooms: ['cellar'] }),
    ]
    expect(summary(findConflicts(slots, rooms))).toEqual(['person: /a /b'])
  })

  it('depend on the types with a special layout, which are options', () => {
    const lunch = slot('/lunch', 0, 60, { type: 'lunch', rooms: [] })
    const talk = slot('/talk', 0, 60, { type: 'Break', rooms: [] })
    expect(summary(findConflicts([lunch, talk], rooms))).toEqual(['no-room: /lunch'])
    const types = { forEverybody: ['lunch'], inHalves: ['workshop'] }
    expect(summary(findConflicts([lunch, talk], rooms, {}, types))).toEqual(['no-room: /talk'])
    const workshop = slot('/workshop', 0, 600, { type: 'workshop' })
    const between = slot('/between', 250, 350)
    expect(summary(findConflicts([workshop, between], rooms))).toEqual(['room: /workshop /between'])
    expect(findConflicts([workshop, between], rooms, {}, types)).toEqual([])
  })

  it('include each slot of a group once', () => {
    const slots = [slot('/a', 0, 60), slot('/b', 10, 20), slot('/c', 50, 70), slot('/d', 70, 80)]
    expect(summary(findConflicts(slots, rooms))).toEqual(['room: /a /b /c'])
  })

  it('include sessions without a room, and with a room that does not exist', () => {
    const slots = [slot('/a', 0, 60, { rooms: [] }), slot('/b', 0, 60, { rooms: ['gone'] })]
    expect(summary(findConflicts(slots, rooms))).toEqual(['no-room: /a', 'no-room: /b'])
  })

  it.each(['Break', 'Meeting', 'Slot'])('do not include a %s without a room', type => {
    expect(findConflicts([slot('/a', 0, 60, { type, rooms: [] }), slot('/b', 0, 60)], rooms)).toEqual([])
  })

  it('include slots that begin before the event or end after it', () => {
    const event = { start: at(0), end: at(60) }
    const slots = [slot('/a', -1, 1), slot('/b', 1, 60), slot('/c', 60, 61), slot('/d', 60, null)]
    expect(summary(findConflicts(slots, rooms, { event }))).toEqual(['outside-event: /a', 'outside-event: /c'])
    expect(findConflicts(slots, rooms, { event: { start: null, end: null } })).toEqual([])
  })

  it('include slots outside the availability of a person, whose spans may meet', () => {
    const spans = [
      { start: at(60), end: at(90) },
      { start: at(0), end: at(60) },
      { start: at(100), end: null },
    ]
    const availability = new Map([
      ['ada', spans],
      ['bob', []],
    ])
    const slots = [
      slot('/a', 0, 90, { persons: ['ada'] }),
      slot('/b', 90, 95, { persons: ['ada', 'bob'] }),
      slot('/c', 95, 110, { persons: ['ada'] }),
      slot('/d', 110, 999, { persons: ['ada', 'eve'] }),
    ]
    expect(summary(findConflicts(slots, rooms, { availability }))).toEqual(['unavailable: /b', 'unavailable: /c'])
  })

  it('allow another slot between the halves of a long training', () => {
    const slots = [slot('/t', 0, 600, { type: 'Training' }), slot('/a', 240, 360), slot('/b', 365, 370)]
    expect(summary(findConflicts(slots, rooms))).toEqual(['room: /t /b'])
  })
})

const programmes = fc.array(
  fc.record({
    type: fc.constantFrom('Talk', 'Training', 'Break', 'Keynote'),
    start: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 9 }),
    length: fc.option(fc.integer({ min: 0, max: 30 }), { freq: 9 }),
    rooms: fc.array(fc.constantFrom('hall', 'cellar', 'gone'), { maxLength: 2 }),
    persons: fc.array(fc.constantFrom('ada', 'bob', 'eve'), { maxLength: 2 }),
  }),
  { maxLength: 12 },
)

function pairsOf(slots: readonly ConflictSlot[], tokensOf: (slot: ConflictSlot) => readonly string[]): Set<string> {
  const pairs = new Set<string>()
  for (const a of slots)
    for (const b of slots)
      for (const token of tokensOf(a))
        if (a.path < b.path && tokensOf(b).includes(token) && overlap(a, b)) pairs.add(`${token} ${a.path} ${b.path}`)
  return pairs
}

function overlap(a: ConflictSlot, b: ConflictSlot): boolean {
  if (a.start === null || a.end === null || b.start === null || b.end === null) return false
  return a.start < a.end && b.start < b.end && a.start < b.end && b.start < a.end
}

function groupsOf(pairs: ReadonlySet<string>): string[] {
  const groups: { readonly token: string; readonly paths: Set<string> }[] = []
  for (const pair of pairs) {
    const [token = '', a = '', b = ''] = pair.split(' ')
    const connected = groups.filter(group => group.token === token && (group.paths.has(a) || group.paths.has(b)))
    for (const group of connected) groups.splice(groups.indexOf(group), 1)
    groups.push({ token, paths: new Set([a, b, ...connected.flatMap(({ paths }) => [...paths])]) })
  }
  return groups.map(({ token, paths }) => `${token}: ${[...paths].sort().join(' ')}`).sort()
}

it('equal the pairs that a comparison of all slots finds', () => {
  fc.assert(
    fc.property(programmes, drawn => {
      const slots = drawn.map(({ start, length, ...rest }, i): ConflictSlot => {
        const begin = start === null ? null : nine + start
        return { path: `/${i}`, start: begin, end: length === null ? null : (begin ?? 0) + length, ...rest }
      })
      const conflicts = findConflicts(slots, rooms)
      const groups = (kind: 'room' | 'person') =>
        conflicts
          .flatMap(conflict =>
            conflict.kind === kind
              ? `${'room' in conflict ? conflict.room : conflict.person}: ${conflict.slots
                  .map(({ path }) => path)
                  .sort()
                  .join(' ')}`
              : [],
          )
          .sort()
      const known = ({ rooms: chosen }: ConflictSlot) => chosen.filter(room => room !== 'gone')
      expect(groups('room')).toEqual(groupsOf(pairsOf(slots, known)))
      expect(groups('person')).toEqual(groupsOf(pairsOf(slots, ({ persons }) => persons)))
    }),
    { numRuns: 500 },
  )
})

it('are found in 5,000 slots within 50 ms', () => {
  const slots = Array.from({ length: 5000 }, (_, i) =>
    slot(`/${i}`, (i * 7) % 6000, ((i * 7) % 6000) + 60, { rooms: [`${i % 20}`], persons: [`p${i % 900}`] }),
  )
  const many = Array.from({ length: 20 }, (_, i) => ({ token: `${i}`, title: `${i}` }))
  findConflicts(slots, many)
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage().user
    findConflicts(slots, many)
    return (process.cpuUsage().user - before) / 1000
  })
  expect(Math.min(...times)).toBeLessThan(50)
})
