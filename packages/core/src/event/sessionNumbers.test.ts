import { numberSessions } from './sessionNumbers.js'

const uid = '0123456789abcdef0123456789abcdef'
const numbersOf = (...shortNames: readonly string[]) =>
  numberSessions(shortNames.map(shortName => ({ uid, shortName }))).map(({ number }) => number)

describe('the integer id of a session in files (docs/schedule.md, Files for schedule apps)', () => {
  it.each([
    ['17', 17],
    ['999999999', 999_999_999],
    ['017', 0x0123456 + 1_000_000_000],
    ['1000000000', 0x0123456 + 1_000_000_000],
    ['talk', 0x0123456 + 1_000_000_000],
  ])('with the short name %s is %s', (shortName, number) => expect(numbersOf(shortName)).toEqual([number]))

  it('is unique: the session that was created first gets the number of two sessions', () => {
    const derived = 0x0123456 + 1_000_000_000
    expect(numbersOf('17', '17', '17', 'talk', 'talk')).toEqual([
      ...[17, 1_000_000_001, 1_000_000_002],
      ...[derived, derived + 1],
    ])
  })
})
