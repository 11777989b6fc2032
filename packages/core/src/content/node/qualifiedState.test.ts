import fc from 'fast-check'
import { formatQualifiedState, parseQualifiedState } from './qualifiedState.js'

describe('a qualified state', () => {
  it('is the workflow and the state with a bar between', () => {
    expect(formatQualifiedState({ workflow: 'review', state: 'private' })).toBe('review|private')
  })

  it('is read back whatever it consists of, as long as the workflow has no bar', () => {
    const parts = fc.record({ workflow: fc.string().filter(id => !id.includes('|')), state: fc.string() })
    fc.assert(fc.property(parts, state => expect(parseQualifiedState(formatQualifiedState(state))).toEqual(state)))
  })

  it('is taken apart at the first bar', () => {
    expect(parseQualifiedState('a|b|c')).toEqual({ workflow: 'a', state: 'b|c' })
  })

  it('is not what has no bar', () => {
    expect(parseQualifiedState('private')).toBeNull()
  })
})
