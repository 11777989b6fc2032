import { english } from './english.js'
import { DomainError, interpolate, message, placeholdersIn, translateEnglish, translator } from './messages.js'

describe('a message', () => {
  it('is worded by its id, with its values put into it', () => {
    expect(translateEnglish(message('content.missing'))).toBe(english['content.missing'])
    expect(translateEnglish(message('workflow.refused', { transition: 'publish' }))).toBe(
      "No workflow provides the 'publish' action.",
    )
  })

  it('carries values only when there are some', () => {
    expect(message('content.missing')).toEqual({ id: 'content.missing' })
    expect(message('field.too-long', { limit: 3 })).toEqual({ id: 'field.too-long', values: { limit: 3 } })
  })

  it('is its own wording when it has none, as titles are', () => {
    expect(translateEnglish({ id: 'Pending review' })).toBe('Pending review')
    expect(translateEnglish({ id: '' })).toBe('')
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

describe('the places of a pattern', () => {
  it('are told with their braces, each once, and none that interpolating would pass over', () => {
    expect([...placeholdersIn('{a} {b} {a} { c } {d-e}')]).toEqual(['{a}', '{b}'])
    expect([...placeholdersIn('none')]).toEqual([])
  })
})

describe('a translator', () => {
  const translate = translator({
    Private: 'Privat',
    'field.row': 'Zeile {row}: {problem}',
    'field.too-long': 'Höchstens {limit} Zeichen.',
  })

  it('words by its catalog, then in English, then by the id', () => {
    expect(translate({ id: 'Private' })).toBe('Privat')
    expect(translate(message('content.missing'))).toBe(english['content.missing'])
    expect(translate({ id: 'Retention' })).toBe('Retention')
  })

  it('words a message within a message by the same catalog', () => {
    const problem = message('field.too-long', { limit: 3 })
    expect(translate(message('field.row', { row: 2, problem }))).toBe('Zeile 2: Höchstens 3 Zeichen.')
    expect(translate(message('field.row', { row: 2, problem: message('field.color') }))).toBe(
      `Zeile 2: ${english['field.color']}`,
    )
  })

  it.each(['constructor', 'toString', '__proto__', ''])('takes the title "%s" for no more than a title', title => {
    expect([translate({ id: title }), translateEnglish({ id: title })]).toEqual([title, title])
  })
})

describe('the English wordings', () => {
  const isMail = (id: string) => id.startsWith('mail.')

  it.each(Object.entries(english).filter(([id]) => isMail(id)))('%s is a part of a mail', (_id, wording) => {
    expect(wording).toMatch(/^\S/)
    expect(wording).toMatch(/\{\w+\}/)
  })

  const isLabel = (id: string) => id.startsWith('page.')
  it.each(Object.entries(english).filter(([id]) => isLabel(id)))('%s stands on a page as it is', (_id, wording) => {
    expect(wording).toMatch(/^\S(?:.*\S)?$/)
  })

  const others = Object.entries(english).filter(([id]) => !isMail(id) && !isLabel(id))
  it.each(others)('%s is one sentence or more, or puts names and messages together', (id, wording) => {
    const joins = id === 'field.row' || id === 'field.column' || id.startsWith('state.')
    expect(wording).toMatch(joins ? /^\S.*[\]}]$/ : /^[^\s].*[.!?]$/)
  })
})

describe('an error of the domain', () => {
  it('has its code, and its message in English beside the wording for any language', () => {
    const error = new DomainError('bad-request', message('uid.taken', { uid: 'u' }), { context: '/a' })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'DomainError',
      code: 'bad-request',
      message: 'The UID u is already in use.',
      reason: { id: 'uid.taken', values: { uid: 'u' } },
      details: { context: '/a' },
    })
    expect(new DomainError('not-found', message('content.missing')).details).toEqual({})
  })
})
