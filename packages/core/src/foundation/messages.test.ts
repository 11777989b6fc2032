import { english } from './english.js'
import { DomainError, message, placeholdersIn, translateEnglish, translator } from './messages.js'

describe('a message', () => {
  it('is translated by its id, with its values inserted', () => {
    expect(translateEnglish(message('content.missing'))).toBe(english['content.missing'])
    expect(translateEnglish(message('workflow.refused', { transition: 'publish' }))).toBe(
      "No workflow provides the 'publish' action.",
    )
  })

  it('has values only if it uses some', () => {
    expect(message('content.missing')).toEqual({ id: 'content.missing' })
    expect(message('field.too-long', { limit: 3 })).toEqual({ id: 'field.too-long', values: { limit: 3 } })
  })

  it('is translated to its id if it has no other text, such as a title', () => {
    expect(translateEnglish({ id: 'Pending review' })).toBe('Pending review')
    expect(translateEnglish({ id: '' })).toBe('')
  })
})

describe('the placeholders of a pattern', () => {
  it('are returned with their braces, each once, without those that are never filled', () => {
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

  it('uses its catalog, then English, then the id', () => {
    expect(translate({ id: 'Private' })).toBe('Privat')
    expect(translate(message('content.missing'))).toBe(english['content.missing'])
    expect(translate({ id: 'Retention' })).toBe('Retention')
  })

  it('translates a message within a message with the same catalog', () => {
    const problem = message('field.too-long', { limit: 3 })
    expect(translate(message('field.row', { row: 2, problem }))).toBe('Zeile 2: Höchstens 3 Zeichen.')
    expect(translate(message('field.row', { row: 2, problem: message('field.color') }))).toBe(
      `Zeile 2: ${english['field.color']}`,
    )
  })

  it.each(['constructor', 'toString', '__proto__', ''])('treats "%s" as a title', title => {
    expect([translate({ id: title }), translateEnglish({ id: title })]).toEqual([title, title])
  })
})

describe('the English texts', () => {
  const isMail = (id: string) => id.startsWith('mail.')

  it.each(Object.entries(english).filter(([id]) => isMail(id)))('of %s is a part of a mail', (_id, text) => {
    expect(text).toMatch(/^\S/)
    expect(text).toMatch(/\{\w+\}/)
  })

  // Messages need not be sentences if they are labels on pages, or descriptions of problems in a schedule file. These
  // descriptions follow the location of the problem, as in `days[0]: is missing`.
  const isLabel = (id: string) => /^(page|programme)\./.test(id)
  it.each(Object.entries(english).filter(([id]) => isLabel(id)))(
    'of %s is a label, or a part of a sentence',
    (_id, text) => {
      expect(text).toMatch(/^\S(?:.*\S)?$/)
    },
  )

  const others = Object.entries(english).filter(([id]) => !isMail(id) && !isLabel(id))
  it.each(others)('of %s is one sentence or more, or joins names and messages', (id, text) => {
    const joins = id === 'field.row' || id === 'field.column' || id.startsWith('state.')
    expect(text).toMatch(joins ? /^\S.*[\]}]$/ : /^[^\s].*[.!?]$/)
  })
})

describe('a domain error', () => {
  it('has its code, its message in English, and the message for translation', () => {
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
