import { DomainError } from './messages.js'
import { isTimeZone, wallClockIn } from './wallClock.js'

const at = (iso: string) => Date.parse(iso)

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'])('accepts %s', name => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.each(['', 'Mars/Olympus', 'Berlin', '+02:00', '-05', 'constructor'])('rejects %j', name => {
    expect(isTimeZone(name)).toBe(false)
  })
})

describe('wallClockIn', () => {
  it.each([
    ['UTC', '2027-03-01T09:05:59Z', '2027-03-01', 9, 5],
    ['UTC', '2027-03-01T00:00:00Z', '2027-03-01', 0, 0],
    ['Europe/Berlin', '2027-03-01T23:30:00Z', '2027-03-02', 0, 30],
    ['America/St_Johns', '2027-03-01T03:29:00Z', '2027-02-28', 23, 59],
    ['Asia/Kathmandu', '2027-03-01T18:15:00Z', '2027-03-02', 0, 0],
    ['Pacific/Apia', '2027-03-01T11:00:00Z', '2027-03-02', 0, 0],
  ])('reads in %s at %s', (zone, iso, day, hour, minute) => {
    expect(wallClockIn(zone)(at(iso))).toEqual({ day, hour, minute })
  })

  it.each([
    ['2027-03-28T00:59:59Z', 1, 59],
    ['2027-03-28T01:00:00Z', 3, 0],
    ['2027-10-31T00:30:00Z', 2, 30],
    ['2027-10-31T01:30:00Z', 2, 30],
    ['2027-10-31T02:00:00Z', 3, 0],
  ])('follows the clock changes of Berlin at %s', (iso, hour, minute) => {
    expect(wallClockIn('Europe/Berlin')(at(iso))).toMatchObject({ hour, minute })
  })

  it('skips the day that Apia omitted', () => {
    const read = wallClockIn('Pacific/Apia')
    expect(read(at('2011-12-30T09:59:59Z')).day).toBe('2011-12-29')
    expect(read(at('2011-12-30T10:00:00Z')).day).toBe('2011-12-31')
  })

  it('includes seconds of an offset in old local times', () => {
    expect(wallClockIn('Europe/Berlin')(at('1850-01-01T00:06:31Z'))).toEqual({ day: '1850-01-01', hour: 0, minute: 59 })
    expect(wallClockIn('Europe/Berlin')(at('1850-01-01T00:06:32Z'))).toEqual({ day: '1850-01-01', hour: 1, minute: 0 })
  })

  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns'])('reads years before 0 and after 9999 in %s', zone => {
    const read = wallClockIn(zone)
    expect(read(at('+012027-06-01T12:00:00Z')).day).toBe('+012027-06-01')
    expect(read(at('-000044-03-15T12:00:00Z')).day).toBe('-000044-03-15')
  })

  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns'])('reads the first and the last instant in %s', zone => {
    const read = wallClockIn(zone)
    expect(read(8.64e15).day).toMatch(/^\+275760-09-1[23]$/)
    expect(read(-8.64e15).day).toBe('-271821-04-20')
  })

  it.each(['Mars/Olympus', '', '+02:00'])('rejects the unknown zone %j as a bad request', zone => {
    const refusal = catchError(() => wallClockIn(zone))
    expect(refusal).toBeInstanceOf(DomainError)
    expect(refusal).toMatchObject({ code: 'bad-request', reason: { id: 'zone.unknown', values: { zone } } })
  })

  it('creates one formatter for many instants and readers, and none for UTC', () => {
    const constructions = jest.spyOn(Intl, 'DateTimeFormat')
    try {
      for (const zone of ['UTC', 'Europe/Vaduz', 'Europe/Vaduz']) {
        const read = wallClockIn(zone)
        for (let hour = 0; hour < 100; hour++) read(hour * 3_600_000)
      }
      expect(constructions).toHaveBeenCalledTimes(1)
    } finally {
      constructions.mockRestore()
    }
  })
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
