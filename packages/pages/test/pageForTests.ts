import { type HtmlPage, wordInEnglish } from '@plenum/core'

/** A page with nothing in it but what a test gives. */
export function pageForTests(given: Partial<HtmlPage> = {}): HtmlPage {
  return {
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
    translate: wordInEnglish,
    notice: null,
    assets: { style: '/s.css', script: '/s.js' },
    ...given,
  }
}
