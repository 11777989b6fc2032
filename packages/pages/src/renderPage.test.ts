import { type HtmlPage, wordInEnglish } from '@plenum/core'
import { createTestSite, testBase } from '@plenum/testkit'
import { renderPage } from './renderPage.js'

const pageOf = (given: Partial<HtmlPage>): HtmlPage => ({
  view: 'object',
  answer: {},
  more: { site: { 'plone.site_title': 'Long Light' } },
  status: 200,
  path: '/',
  address: `${testBase}/`,
  base: testBase,
  query: new Map(),
  caller: null,
  formToken: 'token-1',
  language: 'en',
  translate: wordInEnglish,
  notice: null,
  assets: { style: '/s.css', script: '/s.js' },
  ...given,
})

describe('a page', () => {
  it('is a document in its language with the title of object and site, one style and one script', () => {
    const html = renderPage(pageOf({ answer: { '@type': 'Document', title: 'Gulls & co' }, path: '/gulls' }))
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
    expect(html).toContain('<title>Gulls &amp; co · Long Light</title>')
    expect(html).toContain('<link rel="stylesheet" href="/s.css"/>')
    expect(html).toContain('<script type="module" src="/s.js"></script>')
  })

  it('shows an object as the site answers it', async () => {
    const { run } = await createTestSite()
    const { content } = await run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Presenter', title: 'Tides', description: 'Twice a day', text: '<p>High <b>water</b></p>' },
    })
    const html = renderPage(pageOf({ answer: content, path: '/tides' }))
    expect(html).toContain('<h1>Tides</h1>')
    expect(html).toContain('<p>High <b>water</b></p>')
  })

  it('of a refusal tells it, and lets visitors log in who may not come in', () => {
    const refused = renderPage(pageOf({ view: 'error', status: 401, answer: { type: 'Unauthorized', message: 'No.' } }))
    expect(refused).toContain('<p class="lead">No.</p>')
    expect(refused).toContain(`action="${testBase}/@@do/login"`)
    expect(refused).toContain('name="token" value="token-1"')
    const missing = renderPage(pageOf({ view: 'error', status: 404, answer: { type: 'NotFound', message: 'Gone.' } }))
    expect(missing).not.toContain('type="password"')
  })
})
