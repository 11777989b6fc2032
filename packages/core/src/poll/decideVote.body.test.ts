import fc from 'fast-check'
import { readVote } from './decideVote.js'

const choice = (...options: readonly number[]) => options

describe('the body of a vote (docs/polls.md, Voting)', () => {
  it('may contain one option id', () => {
    expect(readVote({ option_id: 0 })).toEqual(choice(0))
    expect(readVote(JSON.parse('{"option_id": 1.0}'))).toEqual(choice(1))
    expect(readVote(JSON.parse('{"option_id": 1e0}'))).toEqual(choice(1))
    expect(readVote(JSON.parse('{"option_id": -0}'))).toEqual(choice(0))
  })

  it('may contain a list of numbers, which the poll validates later', () => {
    expect(readVote({ option_ids: [1] })).toEqual(choice(1))
    expect(readVote({ option_ids: [2, 0] })).toEqual(choice(2, 0))
    expect(readVote({ option_ids: [0, 0, -1, 1e300] })).toEqual(choice(0, 0, -1, 1e300))
  })

  it('may contain other keys, which are ignored', () => {
    expect(readVote({ option_id: 0, option: 5, constructor: 1 })).toEqual(choice(0))
  })

  it('may contain a duplicate key, whose last value is used', () => {
    expect(readVote(JSON.parse('{"option_id": 0, "option_id": 1}'))).toEqual(choice(1))
  })

  it.each<[unknown]>([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ option: 0 }],
    [{ option_id: '0' }],
    [{ option_id: 0.5 }],
    [{ option_id: true }],
    [{ option_id: null }],
    [{ option_id: [0] }],
    [[0]],
    [0],
    [{ option_ids: [] }],
    [{ option_ids: 0 }],
    [{ option_ids: { 0: 0, length: 1 } }],
    [{ option_ids: [0, '1'] }],
    [{ option_ids: [true] }],
    [{ option_ids: [null] }],
    [{ option_ids: [[0]] }],
    [{ option_ids: null }],
    [{ option_id: 0, option_ids: [0] }],
  ])('is malformed: %j', body => {
    expect(readVote(body)).toBeNull()
  })

  it('is malformed if it has option_id and option_ids, even with null for one, or only inherited keys', () => {
    expect(readVote({ option_id: null, option_ids: [0] })).toBeNull()
    expect(readVote({ option_id: 0, option_ids: null })).toBeNull()
    expect(readVote(Object.create({ option_id: 0 }))).toBeNull()
  })

  it('is a choice or malformed, without an exception, for any input', () => {
    fc.assert(fc.property(fc.anything(), body => expect(readVote(body) ?? []).toBeInstanceOf(Array)))
  })
})
