import { cpuTimeOf } from '@plenum/testkit'
import type { JsonValue } from '../../foundation/json.js'
import type { Field } from '../fields/field.js'
import { liveValue } from './liveValue.js'
import { linkedUids } from './uidLinks.js'

const uid = 'a'.repeat(32)
const other = 'b'.repeat(32)
const blocks: Field = { kind: 'json', name: 'blocks', title: '' }
const text: Field = { kind: 'richText', name: 'text', title: '' }
const remoteUrl: Field = { kind: 'line', name: 'remoteUrl', title: '', isAddress: true }

const resolved = (field: Field, value: JsonValue): JsonValue =>
  liveValue(field, value, {
    addressOf: linked => (linked === uid ? 'http://x/a' : undefined),
    scalesOf: () => null,
    summaryOf: () => undefined,
  })

describe('links by UID (docs/content-and-access.md, Blocks and values)', () => {
  it.each([
    [`resolveuid/${uid}`, 'http://x/a'],
    [`../resolveuid/${uid}`, 'http://x/a'],
    [`../../../resolveuid/${uid}#part`, 'http://x/a#part'],
    [`/resolveUid/${uid}?x=1&amp;y=2`, 'http://x/a?x=1&amp;y=2'],
    [`http://site.example/de/resolveuid/${uid}/@@images/image/large`, 'http://x/a/@@images/image/large'],
    [`resolveuid/${other}`, `resolveuid/${other}`],
    [`resolveuid/${uid}f`, `resolveuid/${uid}f`],
    [`/page?next=/resolveuid/${uid}`, `/page?next=/resolveuid/${uid}`],
    [`xresolveuid/${uid}`, `xresolveuid/${uid}`],
    ['/a/b', '/a/b'],
  ])('are found in blocks, rich text and addresses: %s', (address, expected) => {
    const slate = (url: string): JsonValue => [{ type: 'p', children: [{ type: 'link', data: { url } }] }]
    const page = (url: string): JsonValue => ({
      a: { '@type': 'card', href: [{ '@id': url, color: 'T' }] },
      b: { '@type': 'image', url, alt: 'resolveuid/', preview: [url, 1, null] },
      c: { '@type': 'grid', blocks: { d: { '@type': 'slate', value: slate(url) }, e: { href: [url] } } },
      f: { '@type': 'html', html: `<p><a class="x" href="${url}">x</a><img src="${url}"></p>` },
    })
    const expectedPage = page(expected) as { b: { preview: JsonValue } }
    expect(resolved(blocks, page(address))).toEqual({
      ...expectedPage,
      b: { ...expectedPage.b, preview: [address, 1, null] },
    })
    expect(resolved(text, { data: `<a href="${address}">x</a>` })).toEqual({ data: `<a href="${expected}">x</a>` })
    expect(resolved(remoteUrl, address)).toBe(expected)
  })

  it('are not added to a value without any', () => {
    const value = { a: { '@type': 'slate', value: [{ children: [{ text: `resolveuid/${uid}` }] }] } }
    expect(resolved(blocks, value)).toBe(value)
    expect(linkedUids(blocks, value).links).toEqual([])
  })

  it('name each target once, with at most 1,000', () => {
    expect(linkedUids(text, { data: `<a href="resolveuid/${uid}"><a href="../resolveuid/${uid}#x">` }).links).toEqual([
      uid,
    ])
    const links = Array.from({ length: 1100 }, (_, i) => `<a href="resolveuid/${String(i).padStart(32, '0')}">`)
    expect(linkedUids(text, { data: links.join('') }).links).toHaveLength(1000)
  })

  it.each(['href="', 'src="href="', '"', 'href="/a"', 'resolveuid/', 'href="resolveuid/"', 'href="/resolveuid/'])(
    'are found in linear time: %s repeated',
    part => {
      const long = part.repeat(1_000_000 / part.length)
      expect(cpuTimeOf(() => linkedUids(text, { data: long }))).toBeLessThan(1000)
      expect(cpuTimeOf(() => linkedUids(blocks, { url: long }))).toBeLessThan(1000)
    },
  )
})
