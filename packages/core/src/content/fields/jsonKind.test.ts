import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'

const context: ReadingContext = {
  terms: () => [],
  related: () => undefined,
  upload: () => undefined,
  cleanHtml: html => (html === 'refused' ? { id: 'field.html-too-deep', values: { limit: 200 } } : `clean(${html})`),
  newId: () => 'new',
}

function read(field: Partial<Field> & Pick<Field, 'kind'>, raw: JsonValue, stored?: JsonValue): unknown {
  const reading = readField({ name: 'f', title: 'F', ...field } as Field, raw, { context, stored })
  return reading.ok ? reading.value : { refused: reading.reason.id }
}

const refusal = (id: string) => ({ refused: id })

describe('an object of blocks', () => {
  const nested = (levels: number): JsonValue => (levels === 0 ? 'end' : { a: nested(levels - 1) })

  it('is stored unchanged', () => {
    const blocks = { a: { '@type': 'slate', value: [{ type: 'p', children: [{ text: '<b>' }] }] }, b: null }
    expect(read({ kind: 'json' }, blocks)).toEqual(blocks)
    expect(read({ kind: 'json' }, {})).toEqual({})
  })

  it.each([[], 'a', 1, true])('rejects %j', raw => {
    expect(read({ kind: 'json' }, raw)).toEqual(refusal('field.object-expected'))
  })

  it('nests at most 64 levels deep', () => {
    expect(read({ kind: 'json' }, nested(64))).toEqual(nested(64))
    expect(read({ kind: 'json' }, nested(65))).toEqual(refusal('field.too-deep'))
    expect(read({ kind: 'json' }, { a: JSON.parse(`${'['.repeat(9000)}${']'.repeat(9000)}`) })).toEqual(
      refusal('field.too-deep'),
    )
  })

  it('has its raw HTML sanitized in every nested block', () => {
    const block = { '@type': 'html', html: '<p>' }
    const sent = { a: block, b: { '@type': 'gridBlock', blocks: { c: block }, columns: [block] } }
    const clean = { '@type': 'html', html: 'clean(<p>)' }
    expect(read({ kind: 'json' }, sent)).toEqual({
      a: clean,
      b: { '@type': 'gridBlock', blocks: { c: clean }, columns: [clean] },
    })
  })

  it('has only raw HTML sanitized', () => {
    const sent = { a: { '@type': 'slate', html: '<p>' }, b: { '@type': 'html', html: 1, title: '<p>' } }
    expect(read({ kind: 'json' }, sent)).toEqual(sent)
  })

  it('preserves keys with names of inherited properties', () => {
    const value = read({ kind: 'json' }, JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}'))
    expect(isJsonObject(value) && Object.keys(value)).toEqual(['__proto__', 'constructor'])
  })

  it('is rejected at any depth without a stack overflow', () => {
    let deep: JsonValue = 'end'
    for (let level = 0; level < 1_000_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep }
    expect(read({ kind: 'json' }, { deep })).toEqual(refusal('field.too-deep'))
  })

  it('has lists of at most 10,000 entries at any level', () => {
    const list = (length: number) => ({ a: { '@type': 'x', items: Array.from({ length }, (_, i) => i) } })
    expect(read({ kind: 'json' }, list(10_000))).toEqual(list(10_000))
    expect(read({ kind: 'json' }, list(10_001))).toEqual(refusal('field.too-many-entries'))
  })

  it.each(['url', 'href', '@id'])('rejects an address under %s that a browser would execute', key => {
    const block = (address: string) => ({ a: { '@type': 'slate', value: [{ data: { [key]: address } }] } })
    expect(read({ kind: 'json' }, block(' java\nscript:steal()'))).toEqual(refusal('field.address-scheme'))
    expect(read({ kind: 'json' }, block('\u200bDATA:text/html,x'))).toEqual(refusal('field.address-scheme'))
    expect(read({ kind: 'json' }, block('/a?javascript:1'))).toEqual(block('/a?javascript:1'))
  })

  it('may contain such addresses in its texts', () => {
    const sent = { a: { '@type': 'slate', plaintext: 'javascript:1', href: [{ title: 'data:x' }] } }
    expect(read({ kind: 'json' }, sent)).toEqual(sent)
  })

  it('preserves a URL that was stored before this rule, even after the block is moved', () => {
    const stored = { a: { url: 'javascript:old()' } }
    const sent = { b: { columns: [{ href: 'javascript:old()' }] } }
    expect(read({ kind: 'json' }, sent, stored)).toEqual(sent)
    expect(read({ kind: 'json' }, { b: { href: 'javascript:new()' } }, stored)).toEqual(refusal('field.address-scheme'))
  })

  it('has at most a million characters of raw HTML in a block', () => {
    const sent = { a: { '@type': 'html', html: 'x'.repeat(1_000_001) } }
    expect(read({ kind: 'json' }, sent)).toEqual(refusal('field.too-long'))
  })

  it('is rejected with raw HTML that cannot be sanitized', () => {
    expect(read({ kind: 'json' }, { a: { '@type': 'html', html: 'refused' } })).toEqual(refusal('field.html-too-deep'))
  })
})
