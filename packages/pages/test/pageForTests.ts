import { type HtmlPage, type JsonObject, translateEnglish } from '@plenum/core'

/** The parts of a page that a test chooses; only the keys of answers that matter to the test. */
type ChosenParts = Partial<Omit<HtmlPage, 'answer' | 'more'>> & {
  readonly answer?: JsonObject
  readonly more?: JsonObject
}

/** An empty page except for the parts of a test. */
export function pageForTests(parts: ChosenParts = {}): HtmlPage {
  const page = {
    view: 'object',
    answer: {},
    more: { site: { 'plone.site_title': 'Long Light' } },
    status: 200,
    path: '/',
    address: 'http://site.example/',
    base: 'http://site.example',
    query: new Map(),
    caller: null,
    formToken: 'token-1',
    language: 'en',
    translate: translateEnglish,
    notice: null,
    assets: { style: '/s.css', script: '/s.js' },
    ...parts,
  }
  return page as unknown as HtmlPage
}
