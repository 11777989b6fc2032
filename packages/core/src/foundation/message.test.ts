import { interpolate, messagesFrom, wordInEnglish } from './message.js'
import { DomainError, translateEnglish } from './messages.js'

const message = messagesFrom({ 'step.no': 'No: {reason}.', 'step.late': 'it is {hours} hours late' })

describe('a message from a part of the catalog', () => {
  it('consists of its id and values, and is worded in English without the whole catalog', () => {
    const late = message('step.late', { hours: 2 })
    expect(message('step.no', { reason: late })).toEqual({
      id: 'step.no',
      values: { reason: { id: 'step.late', values: { hours: 2 } } },
    })
    expect(wordInEnglish(message('step.no', { reason: late }))).toBe('No: it is 2 hours late.')
    expect(new DomainError('workflow-refused', message('step.no', { reason: late })).message).toBe(
      'No: it is 2 hours late.',
    )
  })

  it('is worded as its id if no catalog contains it', () => {
    expect(wordInEnglish({ id: 'Pending review' })).toBe('Pending review')
    expect(new DomainError('bad-request', { id: 'garden.closed' }).message).toBe('garden.closed')
    expect(translateEnglish(message('step.late', { hours: 2 }))).toBe('step.late')
  })
})

describe('a pattern', () => {
  it('has each placeholder filled, with texts and numbers, at every occurrence', () => {
    expect(interpolate('{a} and {b} and {a}', { a: 'x', b: 0 })).toBe('x and 0 and x')
  })

  it('retains a placeholder without a value', () => {
    expect(interpolate('{a} {b}', { a: '' })).toBe(' {b}')
    expect(interpolate('{a}')).toBe('{a}')
    expect(interpolate('{} { a } {a-b}', { a: 1 })).toBe('{} { a } {a-b}')
  })

  it('does not interpret placeholders or replacement patterns in a value', () => {
    expect(interpolate('{a}', { a: '{b}', b: 'x' })).toBe('{b}')
    expect(interpolate('<{a}>', { a: '$&$1$$' })).toBe('<$&$1$$>')
  })
})
