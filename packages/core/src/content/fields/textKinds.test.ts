import type { JsonValue } from '../../foundation/json.js'
import { subjectLimits } from '../model/stockBehaviors.js'
import type { Field } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'
import { richTextOf } from './textKinds.js'

const context: ReadingContext = {
  terms: () => [],
  related: () => undefined,
  upload: () => undefined,
  cleanHtml: html => (html === 'refused' ? { id: 'field.html-too-deep' } : html.replace(/<script>.*?<\/script>/g, '')),
  newId: () => 'new',
}

function read(field: Partial<Field> & Pick<Field, 'kind'>, raw: JsonValue, stored?: JsonValue): unknown {
  const reading = readField({ name: 'f', title: 'F', ...field } as Field, raw, { context, stored })
  return reading.ok ? reading.value : { refused: reading.reason.id }
}

const refusal = (id: string) => ({ refused: id })

describe('leading and trailing whitespace of a one-line string (docs/content-and-access.md, Values of fields, rule 11)', () => {
  it.each([
    ['line', ' \t My  Title\n', 'My  Title'],
    ['line', '\u00a0x\u3000', 'x'],
    ['email', ' a@example.org ', 'a@example.org'],
    ['uri', 'https://example.org/ ', 'https://example.org/'],
    ['list', [' a', 'a ', 'b'], ['a', 'b']],
  ] as const)('are removed from a %s: %j', (kind, raw, value) => {
    expect(read({ kind }, raw)).toEqual(value)
  })

  it('do not change a value, and are ignored by the rules about required values and lengths', () => {
    expect(read({ kind: 'line' }, 'My Title ', '  My Title')).toBe('  My Title')
    expect(read({ kind: 'list' }, [' a', ' b '], [' a'])).toEqual([' a', 'b'])
    expect(read({ kind: 'line', required: true }, ' \u00a0')).toEqual(refusal('field.required'))
    expect(read({ kind: 'line', maxLength: 1 }, ' x ')).toBe('x')
  })

  it('are preserved in imports', () => {
    const field: Field = { kind: 'line', name: 'f', title: 'F' }
    const imported = { context: { ...context, keepsBlanks: true }, stored: undefined }
    expect(readField(field, ' x ', imported)).toEqual({ ok: true, value: ' x ' })
    expect(readField({ ...field, kind: 'list' }, [' x '], imported)).toEqual({ ok: true, value: [' x '] })
  })
})

describe('a line of text', () => {
  it.each(['', 'Über uns', 'blanks  stay', 'x'.repeat(1024)])('is stored as it was sent: %j', text => {
    expect(read({ kind: 'line' }, text)).toBe(text)
  })

  it.each([1, true, ['a'], { a: 1 }])('rejects %j', raw => {
    expect(read({ kind: 'line' }, raw)).toEqual(refusal('field.text-expected'))
  })

  it.each(['a\nb', 'a\rb', 'a\r\nb'])('rejects a line break: %j', text => {
    expect(read({ kind: 'line' }, text)).toEqual(refusal('field.line-break'))
  })

  it('has at most 1024 characters, or the limit of its field', () => {
    expect(read({ kind: 'line' }, 'x'.repeat(1025))).toEqual(refusal('field.too-long'))
    expect(read({ kind: 'line', maxLength: 3 }, 'abc')).toBe('abc')
    expect(read({ kind: 'line', maxLength: 3 }, 'abcd')).toEqual(refusal('field.too-long'))
  })

  it.each(['', '  ', '\t'])('is missing if it is required and %j is sent', text => {
    expect(read({ kind: 'line', required: true }, text)).toEqual(refusal('field.required'))
  })

  it('is null if it is empty and the field specifies it', () => {
    expect(read({ kind: 'line', emptyIsNull: true }, '')).toBeNull()
    expect(read({ kind: 'line', emptyIsNull: true }, 'x')).toBe('x')
    expect(read({ kind: 'line', emptyIsNull: true }, '', '')).toBe('')
  })

  it('is limited to ASCII if the field specifies it', () => {
    expect(read({ kind: 'line', ascii: true }, 'plain ~')).toBe('plain ~')
    expect(read({ kind: 'line', ascii: true }, 'über')).toEqual(refusal('field.not-ascii'))
  })
})

describe('a text', () => {
  it('may have several lines and up to 10,000 characters, or the limit of its field', () => {
    expect(read({ kind: 'text' }, 'a\nb')).toBe('a\nb')
    expect(read({ kind: 'text' }, 'x'.repeat(10_000))).toHaveLength(10_000)
    expect(read({ kind: 'text' }, 'x'.repeat(10_001))).toEqual(refusal('field.too-long'))
    expect(read({ kind: 'text', maxLength: 1 }, 'xx')).toEqual(refusal('field.too-long'))
  })

  it('is missing if it is required and blank', () => {
    expect(read({ kind: 'text', required: true }, ' \n ')).toEqual(refusal('field.required'))
    expect(read({ kind: 'text' }, '')).toBe('')
  })

  it.each([0, false, [], {}])('rejects %j', raw => {
    expect(read({ kind: 'text' }, raw)).toEqual(refusal('field.text-expected'))
  })
})

describe('rich text', () => {
  const richText = richTextOf('<p>Hi</p>')

  it('accepts a text or the form of an answer', () => {
    expect(richText).toEqual({ data: '<p>Hi</p>', 'content-type': 'text/html', encoding: 'utf-8' })
    expect(read({ kind: 'richText' }, '<p>Hi</p>')).toEqual(richText)
    expect(read({ kind: 'richText' }, richText)).toEqual(richText)
    expect(read({ kind: 'richText' }, { data: '<p>Hi</p>' })).toEqual(richText)
  })

  it('is sanitized before it is stored', () => {
    expect(read({ kind: 'richText' }, '<p>Hi</p><script>bad()</script>')).toEqual(richText)
    expect(read({ kind: 'richText' }, { data: '<p>Hi</p><script>bad()</script>' })).toEqual(richText)
  })

  it.each<JsonValue>([
    1,
    true,
    [],
    {},
    { data: 1 },
    { data: 'x', 'content-type': 1 },
    { data: 'x', 'content-type': 'text/x-rst' },
  ])('rejects %j', raw => {
    expect(read({ kind: 'richText' }, raw)).toEqual(refusal('field.rich-text-expected'))
  })

  it('has at most a million characters', () => {
    expect(read({ kind: 'richText' }, 'x'.repeat(1_000_001))).toEqual(refusal('field.too-long'))
  })
})

it('rich text is rejected if it cannot be sanitized', () => {
  expect(read({ kind: 'richText' }, 'refused')).toEqual(refusal('field.html-too-deep'))
})

describe('an address that a browser would execute', () => {
  it.each(['javascript:1', ' JAVA\tscript:1', '\u200bjavascript:1', '\0data:text/html,x', 'vbscript:1'])(
    'is rejected in every field of addresses: %j',
    address => {
      expect(read({ kind: 'line', isAddress: true }, address)).toEqual(refusal('field.address-scheme'))
      expect(read({ kind: 'uri' }, address)).toEqual(refusal('field.address-scheme'))
      expect(read({ kind: 'links' }, ['/a', { '@id': address, title: 'A' }])).toEqual(refusal('field.address-scheme'))
    },
  )

  it('may remain if it is stored already', () => {
    expect(read({ kind: 'line', isAddress: true }, 'javascript:1', 'javascript:1')).toBe('javascript:1')
    expect(read({ kind: 'line', isAddress: true }, 'javascript:1', 'javascript:2')).toEqual(
      refusal('field.address-scheme'),
    )
  })
})

describe('an email address', () => {
  it('must be well-formed; an empty text clears it', () => {
    expect(read({ kind: 'email' }, 'ada@example.org')).toBe('ada@example.org')
    expect(read({ kind: 'email' }, '')).toBeNull()
    expect(read({ kind: 'email' }, 'ada')).toEqual(refusal('field.email'))
    expect(read({ kind: 'email' }, 1)).toEqual(refusal('field.text-expected'))
  })
})

describe('a URI', () => {
  it.each([
    'http://example.org',
    'HTTPS://example.org/a?b=c#d',
    'https://video.example/ä',
    'mailto:ada@example.org',
    'tel:+49-30-1234',
  ])('may be %s', text => {
    expect(read({ kind: 'uri' }, text)).toBe(text)
  })

  it.each([
    'example.org',
    'ftp://example.org',
    'https://',
    'https:///path',
    'https://a b',
    'https://example.org/">',
    'mailto:ada',
    'tel:',
  ])('rejects %s', text => {
    expect(read({ kind: 'uri' }, text)).toEqual(refusal('field.uri'))
  })

  it('is cleared by an empty text, and has at most 1024 characters', () => {
    expect(read({ kind: 'uri' }, '')).toBeNull()
    expect(read({ kind: 'uri' }, `https://example.org/${'x'.repeat(1024)}`)).toEqual(refusal('field.too-long'))
    expect(read({ kind: 'uri' }, { '@id': 'https://example.org' })).toEqual(refusal('field.text-expected'))
  })
})

describe('a color', () => {
  it('has six hexadecimal digits', () => {
    expect(read({ kind: 'color' }, '#0083be')).toBe('#0083be')
    expect(read({ kind: 'color' }, '#0083BE')).toBe('#0083BE')
    expect(read({ kind: 'color' }, '')).toBeNull()
    expect(read({ kind: 'color' }, 8)).toEqual(refusal('field.text-expected'))
  })

  it.each(['red', '#fff', '0083be', '#0083bg', '#0083be00', '#0083be\n0'])('rejects %j', text => {
    expect(read({ kind: 'color' }, text)).toEqual(refusal('field.color'))
  })
})

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns'])('may be %s', zone => {
    expect(read({ kind: 'zone' }, zone)).toBe(zone)
  })

  it.each(['Mars/Olympus', '+02:00', '', 'x'.repeat(5000)])('that is unknown is rejected: %j', zone => {
    expect(read({ kind: 'zone' }, zone)).toEqual(refusal('zone.unknown'))
  })

  it('rejects a number', () => {
    expect(read({ kind: 'zone' }, 1)).toEqual(refusal('field.text-expected'))
  })
})

describe('a list of lines', () => {
  it('preserves the order of the lines and removes duplicates', () => {
    expect(read({ kind: 'list' }, ['b', 'a', 'b'])).toEqual(['b', 'a'])
    expect(read({ kind: 'list' }, [])).toEqual([])
  })

  it('must be a list of texts, each as short as a line', () => {
    expect(read({ kind: 'list' }, 'a')).toEqual(refusal('field.list-expected'))
    expect(read({ kind: 'list' }, { 0: 'a' })).toEqual(refusal('field.list-expected'))
    expect(read({ kind: 'list' }, ['a', 1])).toEqual(refusal('field.list-of-text-expected'))
    expect(read({ kind: 'list' }, [null])).toEqual(refusal('field.list-of-text-expected'))
    expect(read({ kind: 'list' }, ['x'.repeat(1025)])).toEqual(refusal('field.too-long'))
  })
})

describe('a list', () => {
  const lines = (length: number) => Array.from({ length }, (_, i) => `line ${i}`)

  it('has at most 10,000 lines, or the limits of its field', () => {
    expect(read({ kind: 'list' }, lines(10_000))).toEqual(lines(10_000))
    expect(read({ kind: 'list' }, lines(10_001))).toEqual(refusal('field.too-many-entries'))
    expect(read({ kind: 'list', ...subjectLimits }, lines(1000))).toEqual(lines(1000))
    expect(read({ kind: 'list', ...subjectLimits }, lines(1001))).toEqual(refusal('field.too-many-entries'))
    expect(read({ kind: 'list', ...subjectLimits }, ['x'.repeat(200)])).toEqual(['x'.repeat(200)])
    expect(read({ kind: 'list', ...subjectLimits }, ['x'.repeat(201)])).toEqual(refusal('field.too-long'))
  })
})

describe('links', () => {
  it('are stored as text if the field allows it, unless a browser would execute them', () => {
    expect(read({ kind: 'links', acceptsText: true }, 'see the notice board')).toBe('see the notice board')
    expect(read({ kind: 'links', acceptsText: true }, 'javascript:alert(1)')).toEqual(refusal('field.address-scheme'))
    expect(read({ kind: 'links', acceptsText: true }, 'x'.repeat(1025))).toEqual(refusal('field.too-long'))
  })

  it('are web addresses or paths of the site, with or without titles', () => {
    const sent: JsonValue = [{ '@id': 'https://example.org', title: 'Web' }, { '@id': '/a/b' }]
    expect(read({ kind: 'links' }, sent)).toEqual([
      { '@id': 'https://example.org', title: 'Web' },
      { '@id': '/a/b', title: '' },
    ])
  })

  it('may be sent as a text, or as a single link', () => {
    expect(read({ kind: 'links' }, ['https://example.org'])).toEqual([{ '@id': 'https://example.org', title: '' }])
    expect(read({ kind: 'links' }, 'https://example.org')).toEqual([{ '@id': 'https://example.org', title: '' }])
    expect(read({ kind: 'links' }, [])).toEqual([])
  })

  it.each([
    [['//evil.example']],
    [['example.org']],
    [[{ '@id': 'example.org', title: 'Web' }]],
    [[`/${'x'.repeat(1024)}`]],
  ])('are all rejected if the URL of one is invalid: %j', sent => {
    expect(read({ kind: 'links' }, sent)).toEqual(refusal('field.link-address'))
  })

  it.each([
    [[{ title: 'without an address' }]],
    [[{ '@id': 'https://example.org', title: 1 }]],
    [[{ '@id': 'https://example.org', title: 'x'.repeat(1025) }]],
    [[1]],
    [['https://example.org', null]],
  ])('are all rejected if one is invalid: %j', sent => {
    expect(read({ kind: 'links' }, sent)).toEqual(refusal('field.links-expected'))
  })

  it('are limited to 100', () => {
    expect(read({ kind: 'links' }, Array(101).fill('/a'))).toEqual(refusal('field.too-many-entries'))
  })
})
