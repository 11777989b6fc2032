import type { HtmlPage, JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'
/** The lists of all views, empty. */
const lists = { items: [], entries: [], available_roles: [], transitions: [], history: [] }
const site = { 'plone.site_title': 'Long Light' }
const actions = { object: [{ id: 'history' }, { id: 'local_roles' }] }
const transitions = [{ '@id': `${base}/a/@workflow/publish`, title: 'Publish' }]

const linksIn = (html: string, mark: string): readonly string[] => {
  const [, nav = ''] = new RegExp(`<nav class="${mark}"(.*?)</nav>`, 's').exec(html) ?? []
  return [...nav.matchAll(/<a href="([^"]*)"( aria-current="page")?>/g)].map(([, href, current]) =>
    current ? `${href} (here)` : String(href),
  )
}

describe('the tabs of an object', () => {
  const editor = { id: 'ada', fullname: 'Ada', roles: ['Editor'] }
  const manager = { ...editor, roles: ['Manager'] }
  const all = ['', '/@workflow', '/@history', '/@sharing'].map(name => `${base}/a${name}`)

  it.each<[string, Partial<HtmlPage>, JsonObject, readonly string[]]>([
    [
      'all that an editor may see',
      { caller: editor },
      { actions, workflow: { transitions } },
      [`${all[0]} (here)`, ...all.slice(1)],
    ],
    ['no workflow without transitions', { caller: editor }, { actions }, [`${all[0]} (here)`, ...all.slice(2)]],
    [
      'the workflow that is shown',
      { caller: editor, view: 'workflow' },
      { actions: {} },
      [all[0] ?? '', `${all[1]} (here)`],
    ],
    ['none where there is nothing but the object', { caller: editor }, { actions: {} }, []],
    ['none for visitors', { caller: null }, { actions, workflow: { transitions } }, []],
    [
      'the shared cache at the root for managers',
      { caller: manager, path: '/' },
      {},
      [`${base}/ (here)`, `${base}/@sharedmemoize`],
    ],
    ['no shared cache for others', { caller: editor, path: '/' }, {}, []],
    ['no shared cache below the root', { caller: manager }, {}, []],
  ])('are %s', async (_, parts, more, tabs) => {
    const page = pageForTests({ path: '/a', answer: lists, ...parts, more: { site, ...more } as never } as never)
    expect(linksIn(await htmlOf(page), 'editor-bar')).toEqual(tabs)
  })
})

describe('the breadcrumbs', () => {
  const items = ['a', 'a/b'].map(path => ({ '@id': `${base}/${path}`, title: path }))

  it.each<[HtmlPage['view'], readonly string[]]>([
    ['object', [`${base}/`, `${base}/a`, `${base}/a/b (here)`]],
    ['history', [`${base}/`, `${base}/a`, `${base}/a/b`]],
  ])('of the view %s mark the current page', async (view, links) => {
    const page = pageForTests({ view, answer: lists, path: '/a/b', more: { site, breadcrumbs: { items } } as never })
    expect(linksIn(await htmlOf(page), 'breadcrumbs')).toEqual(links)
  })
})

describe('the title of a document', () => {
  const content = { title: 'Gulls' }

  it.each<[HtmlPage['view'], number, JsonObject, string]>([
    ['object', 200, {}, 'Gulls · Long Light'],
    ['history', 200, { content }, 'History: Gulls · Long Light'],
    ['sharing', 200, { content }, 'Sharing: Gulls · Long Light'],
    ['error', 404, {}, 'Page not found · Long Light'],
    ['error', 401, {}, 'Log in · Long Light'],
    ['error', 500, {}, 'Something went wrong · Long Light'],
  ])('of the view %s with status %s', async (view, status, more, title) => {
    const html = await htmlOf(
      pageForTests({ view, status, answer: { ...lists, ...content }, path: '/a', more: { site, ...more } as never }),
    )
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe(title)
  })
})

describe('the words for search engines', () => {
  it.each([
    ['Tech Event', '/a', 'Festival'],
    ['Plone Site', '/', 'Festival'],
    ['Event', '/a', 'Event'],
    ['Talk', '/a', 'Event'],
  ])('call a %s at %s a %s', async (type, path, kind) => {
    const answer = { '@type': type, title: 'Tides', start: '2027-06-17T09:00:00+00:00', location: 'Pier' }
    const html = await htmlOf(pageForTests({ answer, path }))
    const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(text)).toMatchObject({ '@type': kind, location: { name: 'Pier' } })
    expect(JSON.parse(text)).not.toHaveProperty('superEvent')
  })
})
