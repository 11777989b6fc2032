import type { HtmlPage, JsonObject, JsonValue } from '@plenum/core'
import { findInHtml, isHarmlessAddress, type ParsedHtml, scriptVectors } from '@plenum/testkit'
import { conferencePages } from '../test/conferencePages.js'
import { htmlOf } from '../test/htmlOf.js'
import { pageForTests } from '../test/pageForTests.js'

/**
 * The keys whose values the test does not replace. They control the views, so a hostile string would only hide parts of
 * a page.
 */
const preservedKeys = new Set([
  '@type',
  'gridColumn',
  'gridRow',
  'state',
  'type',
  'kind',
  'variation',
  'results_graph',
  'timezone',
  'items',
])

function poisoned(value: JsonValue | undefined, vector: string, key = ''): JsonValue {
  if (typeof value === 'string') return preservedKeys.has(key) ? value : vector
  if (Array.isArray(value)) return value.map(one => poisoned(one, vector, key))
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, vector, name)]))
}

const poisonedPage = (page: HtmlPage, vector: string): HtmlPage =>
  pageForTests({
    ...page,
    answer: poisoned(page.answer, vector) as JsonObject,
    more: poisoned(page.more as JsonObject, vector) as JsonObject,
    caller: { id: vector, fullname: vector, roles: page.caller?.roles ?? [] },
    notice: { id: vector, text: vector },
  })

let pages: readonly HtmlPage[]
let plainPages: readonly ParsedHtml[]
beforeAll(async () => {
  pages = await conferencePages()
  plainPages = await Promise.all(pages.map(async page => findInHtml(await htmlOf(poisonedPage(page, 'harmless')))))
})

describe('hostile texts in any field, block or answer', () => {
  it.each(scriptVectors)('are shown as plain text: %s', async vector => {
    for (const [i, page] of pages.entries()) {
      const plain = plainPages[i] as ParsedHtml
      const hostile = findInHtml(await htmlOf(poisonedPage(page, vector)))
      expect([...hostile.elements].filter(name => !plain.elements.has(name))).toEqual([])
      expect([...hostile.attributes].filter(name => !plain.attributes.has(name))).toEqual([])
      expect(hostile.addresses.filter(address => !isHarmlessAddress(address))).toEqual([])
      expect(hostile.text.replaceAll(/\s/g, '')).toContain(vector.replaceAll(/\s/g, ''))
    }
  })

  it('add no handler, no style and no script to the page', async () => {
    for (const page of pages) {
      const { elements, attributes } = findInHtml(await htmlOf(page))
      expect([...attributes].filter(name => name.startsWith('on') || name === 'style')).toEqual([])
      for (const name of ['style', 'iframe', 'object', 'embed', 'base']) expect(elements).not.toContain(name)
      expect((await htmlOf(page)).match(/<script (?!type="application\/ld\+json">)/g)).toHaveLength(1)
    }
  })

  it('are tested on pages that show the stored text', async () => {
    const html = (await Promise.all(pages.map(page => htmlOf(page)))).join('')
    for (const text of [
      'Head',
      'Older',
      'Teaser',
      'Inner',
      'Film',
      'Something',
      'Acme',
      'much',
      'Pick',
      'Valkey',
      'Lisbon',
    ])
      expect(html).toContain(text)
  })
})
