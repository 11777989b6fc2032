import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { formatInstant, parseInstant } from './instants.js'

const printed = (text: string): string | null => {
  const instant = parseInstant(text)
  return instant === null ? null : formatInstant(instant)
}

describe('accepted dates', () => {
  it.each([
    ['a date, for midnight', '2026-01-01', '2026-01-01T00:00:00+00:00'],
    ['a date without dashes, for midnight', '20260101', '2026-01-01T00:00:00+00:00'],
    ['the last day of February of a leap year', '2028-02-29', '2028-02-29T00:00:00+00:00'],
    ['Z', '2027-03-01T09:00:05Z', '2027-03-01T09:00:05+00:00'],
    ['no zone, for UTC', '2027-03-01T09:00:05', '2027-03-01T09:00:05+00:00'],
    ['a blank in place of the T', '2027-03-01 09:00:05', '2027-03-01T09:00:05+00:00'],
    ['no seconds', '2027-03-01T09:00', '2027-03-01T09:00:00+00:00'],
    ['no seconds, but a zone', '2027-03-01T09:00+01:00', '2027-03-01T08:00:00+00:00'],
    ['a fraction, which is truncated', '2027-03-01T09:00:05.999999Z', '2027-03-01T09:00:05+00:00'],
    ['a fraction before 1970, which is truncated', '1969-12-31T23:59:59.9Z', '1969-12-31T23:59:59+00:00'],
    ['an offset', '2027-03-01T00:30:00+02:00', '2027-02-28T22:30:00+00:00'],
    ['an offset without colon', '2027-03-01T00:30:00+0200', '2027-02-28T22:30:00+00:00'],
    ['an offset of hours', '2027-03-01T00:30:00+02', '2027-02-28T22:30:00+00:00'],
    ['an offset to the west', '2027-03-01T21:30:00-03:30', '2027-03-02T01:00:00+00:00'],
    ['RFC 2822', 'Mon, 01 Mar 2027 09:00:00 +0100', '2027-03-01T08:00:00+00:00'],
    ['RFC 2822 in GMT', 'Mon, 01 Mar 2027 09:00:00 GMT', '2027-03-01T09:00:00+00:00'],
    ['RFC 2822 without weekday and seconds, in any case', '1 MAR 2027 09:00 gmt', '2027-03-01T09:00:00+00:00'],
    ['RFC 2822 without zone, for UTC', 'Mon, 1 Mar 2027 09:00:00', '2027-03-01T09:00:00+00:00'],
    ['the year 1', '0001-01-01', '0001-01-01T00:00:00+00:00'],
    ['the year 99', '0099-12-31', '0099-12-31T00:00:00+00:00'],
    ['the last second', '9999-12-31T23:59:59', '9999-12-31T23:59:59+00:00'],
  ])('include %s', (_, text, expected) => {
    expect(printed(text)).toBe(expected)
  })

  it('are whole milliseconds since 1970', () => {
    expect(parseInstant('1970-01-02T00:00:01.5Z')).toBe(86_401_000)
  })
})

describe('rejected dates', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['a word', 'yesterday'],
    ['a number', '5'],
    ['a year', '2027'],
    ['a month', '2027-03'],
    ['February 30', '2027-02-30'],
    ['February 29 of a common year', '2027-02-29'],
    ['February 29 of 1900', '1900-02-29'],
    ['month 0', '2027-00-10'],
    ['month 13', '2027-13-01'],
    ['day 0', '2027-03-00'],
    ['day 32', '20270332'],
    ['hour 24', '2027-03-01T24:00:00'],
    ['hour 25', '2027-03-01T25:00:00'],
    ['minute 60', '2027-03-01T09:60:00'],
    ['second 60', '2027-03-01T09:00:60'],
    ['offset hour 24', '2027-03-01T09:00:00+24:00'],
    ['offset minute 60', '2027-03-01T09:00:00+01:60'],
    ['a time without date', '09:00:00'],
    ['a date with zone only', '2027-03-01Z'],
    ['a date and a dangling T', '2027-03-01T'],
    ['one digit', '2027-3-1'],
    ['the year 0', '0000-06-01'],
    ['a year of five digits', '10000-01-01'],
    ['an instant before the year 1', '0001-01-01T00:00:00+01:00'],
    ['an instant after the year 9999', '9999-12-31T23:59:59-01:00'],
    ['a year 0 that the offset would make valid', '0000-12-31T23:30:00-01:00'],
    ['the wrong weekday', 'Tue, 01 Mar 2027 09:00:00 +0100'],
    ['an unknown weekday', 'Abc, 01 Mar 2027 09:00:00 +0100'],
    ['an unknown month', 'Mon, 01 Abc 2027 09:00:00 +0100'],
    ['February 30 in RFC 2822', '30 Feb 2027 09:00:00 GMT'],
    ['a zone that is not an offset', '2027-03-01T09:00:00 Europe/Berlin'],
    ['other digits', '２０２７-03-01'],
    ['something before', ' 2027-03-01'],
    ['something after', '2027-03-01\n'],
  ])('include %s', (_, text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('are texts that return null without an error', () => {
    fc.assert(
      fc.property(anyText(), text => {
        const instant = parseInstant(text)
        expect(instant === null || Number.isInteger(instant)).toBe(true)
      }),
    )
  })
})

describe('formatted dates', () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })

  it('truncate fractions of a second, even before 1970', () => {
    expect(formatInstant(999)).toBe('1970-01-01T00:00:00+00:00')
    expect(formatInstant(-1)).toBe('1969-12-31T23:59:59+00:00')
  })

  it('are parsed to the same instant, and never end in Z', () => {
    fc.assert(
      fc.property(seconds, second => {
        const text = formatInstant(second * 1000)
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
        expect(parseInstant(text)).toBe(second * 1000)
        expect(parseInstant(text.slice(0, 19))).toBe(second * 1000)
      }),
    )
  })

  it('agree with Date', () => {
    fc.assert(
      fc.property(seconds, second => {
        const iso = new Date(second * 1000).toISOString()
        expect(formatInstant(second * 1000).slice(0, 19)).toBe(iso.slice(0, 19))
      }),
    )
  })
})
