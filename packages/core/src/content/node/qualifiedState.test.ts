import fc from 'fast-check'
import { formatQualifiedState, parseQualifiedState } from './qualifiedState.js'

describe('a qualified state', () => {
  it('joins workflow and state with a bar', () => {
    expect(formatQualifiedState({ workflow: 'review', state: 'private' })).toBe('review|private')
  })

  it('is parsed again for any ids if the workflow id contains no bar', () => {
    const parts = fc.record({ workflow: fc.string().filter(id => !id.includes('|')), state: fc.string() })
    fc.assert(fc.property(parts, state => expect(parseQualifiedState(formatQualifiedState(state))).toEqual(state)))
  })

  it('is split at the first bar', () => {
    expect(parseQualifiedState('a|b|c')).toEqual({ workflow: 'a', state: 'b|c' })
  })

  it('requires a bar', () => {
    expect(parseQualifiedState('private')).toBeNull()
  })
})
