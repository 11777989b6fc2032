import { checkOtherClock } from './checkMachine.js'

const between = { sentAt: 1_000_000, receivedAt: 1_000_400 }

describe('the clock of another machine', () => {
  it.each([1_000_000, 1_000_200, 1_000_400, 1_005_000, 995_500])(
    'is accepted at %i between 1,000,000 and 1,000,400',
    clock => {
      expect(checkOtherClock('PostgreSQL', clock, between)).toEqual([])
    },
  )

  it.each([
    [1_030_400, 'The clock of PostgreSQL is 30 s ahead of the clock of this machine.'],
    [910_000, 'The clock of PostgreSQL is 90 s behind the clock of this machine.'],
  ])('is reported at %i: %s', (clock, description) => {
    expect(checkOtherClock('PostgreSQL', clock, between)).toEqual([
      { description, remedy: expect.stringContaining('NTP'), isFault: false },
    ])
  })
})
