import { DomainError } from './domainError.js'
import { english } from './english.js'
import { interpolate, message, wordInEnglish } from './messages.js'

describe('a message', () => {
  it('is worded by its id, with its values put into it', () => {
    expect(wordInEnglish(message('content.missing'))).toBe(english['content.missing'])
    expect(wordInEnglish(message('workflow.refused', { transition: 'publish' }))).toBe(
      "No workflow provides the 'publish' action.",
    )
  })

  it('carries values only when there are some', () => {
    expect(message('content.missing')).toEqual({ id: 'content.missing' })
    expect(message('field.too-long', { limit: 3 })).toEqual({ id: 'field.too-long', values: { limit: 3 } })
  })

  it('is its own wording when it has none, as titles are', () => {
    expect(wordInEnglish({ id: 'Pending review' })).toBe('Pending review')
    expect(wordInEnglish({ id: '' })).toBe('')
  })
})

describe('a pattern', () => {
  it('has each place filled, with texts and with numbers, as often as it comes', () => {
    expect(interpolate('{a} and {b} and {a}', { a: 'x', b: 0 })).toBe('x and 0 and x')
  })

  it('keeps a place for which there is no value', () => {
    expect(interpolate('{a} {b}', { a: '' })).toBe(' {b}')
    expect(interpolate('{a}')).toBe('{a}')
    expect(interpolate('{} { a } {a-b}', { a: 1 })).toBe('{} { a } {a-b}')
  })

  it('does not look for places in a value, nor for signs that replacing knows', () => {
    expect(interpolate('{a}', { a: '{b}', b: 'x' })).toBe('{b}')
    expect(interpolate('<{a}>', { a: '$&$1$$' })).toBe('<$&$1$$>')
  })
})

describe('the English wordings', () => {
  it.each(Object.entries(english))(
    '%s is one sentence or more, or puts a name before another message',
    (id, wording) => {
      expect(wording).toMatch(id === 'field.row' || id === 'field.column' ? /^\S.*: \{problem\}$/ : /^[^\s].*[.!?]$/)
    },
  )
})

describe('an error of the domain', () => {
  it('has its code, and its message in English beside the wording for any language', () => {
    const error = new DomainError('bad-request', message('uid.taken', { uid: 'u' }), { context: '/a' })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'DomainError',
      code: 'bad-request',
      message: 'The UID u is in use already.',
      wording: { id: 'uid.taken', values: { uid: 'u' } },
      details: { context: '/a' },
    })
    expect(new DomainError('not-found', message('content.missing')).details).toEqual({})
  })
})
