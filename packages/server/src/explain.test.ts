import { DomainError } from '@plenum/core'
import { explain } from './explain.js'
import { StartError } from './startError.js'

const bug = new RangeError('Maximum call stack size\nexceeded')

describe('an error that ends a command', () => {
  it('is one sentence if unexpected, with a stack trace only if the log shows details', () => {
    const sentence =
      'Unexpected error: Maximum call stack size exceeded (set LOG_LEVEL=debug to see where it occurred).'
    expect(explain(bug)).toBe(sentence)
    expect(explain(bug, 'debug')).toBe(`${sentence}\n${bug.stack}`)
    expect(explain(undefined)).toBe('Unexpected error: undefined (set LOG_LEVEL=debug to see where it occurred).')
  })

  it('has no stack trace if the user can solve it', () => {
    const known = new DomainError('conflict', { id: 'commit.conflict' })
    for (const error of [known, new StartError('No.'), new StartError('No.', { cause: known })])
      expect(explain(error, 'debug')).toBe(error.message)
    expect(explain(new StartError('No.', { cause: bug }), 'debug')).toBe(`No.\n${bug.stack}`)
  })
})
