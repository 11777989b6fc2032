/**
 * Returns a fictional schedule of half-hour sessions. By default, there are 20 sessions per day and room, on as many
 * days as necessary.
 */
export function inventProgramme(count, { roomCount = 4, perDay = 20 * roomCount } = {}) {
  const names = ['Hall', 'Library', 'Cellar', 'Garden']
  const rooms = Array.from({ length: roomCount }, (_, i) => names[i] ?? `Room ${i + 1}`)
  const start = Date.UTC(2027, 2, 1, 8)
  const session = (_, i) => {
    const [day, slot] = [Math.floor(i / perDay), i % perDay]
    const begin = start + day * 86_400_000 + Math.floor(slot / rooms.length) * 1_800_000
    return {
      uid: (i + 1).toString(16).padStart(32, '0'),
      shortName: `session-${i}`,
      type: i % 40 === 0 ? 'Keynote' : 'Talk',
      title: `Session number ${i} of this conference`,
      description: 'A description of about one line, as most sessions have it in listings.',
      text: '<p>A longer text that the schedule does not show.</p>',
      start: begin,
      end: begin + 1_500_000,
      room: rooms[slot % rooms.length],
      track: ['web', 'operations', 'people'][i % 3],
      language: 'en',
      persons: [`person-${i % 50}`],
    }
  }
  return {
    title: 'Benchmark conference',
    timezone: 'Europe/Berlin',
    start,
    end: start + Math.ceil(count / perDay) * 86_400_000,
    rooms,
    tracks: ['web', 'operations', 'people'].map(id => ({ id, title: id, color: null })),
    persons: Array.from({ length: Math.min(50, count) }, (_, i) => ({
      key: `person-${i}`,
      name: `Speaker ${i}`,
      biography: null,
    })),
    sessions: Array.from({ length: count }, session),
    unknownTypes: [],
  }
}
