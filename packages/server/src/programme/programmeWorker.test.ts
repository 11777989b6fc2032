import { answer } from './programmeWorker.js'

const fileWith = (events: readonly object[]): string =>
  JSON.stringify({ schedule: { conference: { title: 'Tides', days: [{ rooms: { Hall: events } }] } } })

describe('the thread that parses programmes (docs/limits.md)', () => {
  it('returns only the first faults and the number of further faults', () => {
    const reading = answer({ text: fileWith(Array.from({ length: 300 }, () => ({}))), timezone: 'UTC' })
    if (reading.ok) throw new Error('The file has faults.')
    expect(reading.faults).toHaveLength(50)
    expect(reading.more).toBeGreaterThan(1000)
  })
})
