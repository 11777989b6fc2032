import { type HtmlPage, type JsonObject, translateEnglish } from '@plenum/core'

/** The parts of a page. A payload may contain only the keys that matter to the test. */
type ChosenParts = Partial<Omit<HtmlPage, 'answer' | 'more'>> & {
  readonly answer?: JsonObject
  readonly more?: JsonObject
}

/** Creates a page that is empty except for the given parts. */
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
    returnTo: null,
    assets: { style: '/s.css', script: '/s.js' },
    ...parts,
  }
  return page as unknown as HtmlPage
}
