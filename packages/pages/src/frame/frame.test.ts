import type { HtmlPage, JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'
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
      'all views that an editor may open',
      { caller: editor },
      { actions, workflow: { transitions } },
      [`${all[0]} (here)`, ...all.slice(1)],
    ],
    [
      'without a workflow if there are no transitions',
      { caller: editor },
      { actions },
      [`${all[0]} (here)`, ...all.slice(2)],
    ],
    [
      'with a workflow if it is on display',
      { caller: editor, view: 'workflow' },
      { actions: {} },
      [all[0] ?? '', `${all[1]} (here)`],
    ],
    ['none if only the object itself could be shown', { caller: editor }, { actions: {} }, []],
    [
      'that of its container beside those of a default page',
      { caller: editor, path: '/a/b' },
      { actions: { object: [{ id: 'history' }] }, breadcrumbs: { items: [{ '@id': `${base}/a`, title: 'a' }] } },
      [`${base}/a/b (here)`, `${base}/a/b/@history`, `${base}/a/@workflow`],
    ],
    ['none for visitors', { caller: null }, { actions, workflow: { transitions } }, []],
    [
      'the pages of the site on these pages',
      { caller: manager, path: '/', view: 'audit' },
      { actions: { ...actions, user: [{ id: 'plone_setup' }] } },
      [
        `${base}/@@users`,
        `${base}/@@groups`,
        `${base}/@@settings`,
        `${base}/@audit (here)`,
        `${base}/@webhooks`,
        `${base}/@outbox`,
        `${base}/@sharedmemoize`,
      ],
    ],
  ])('are %s', async (_, parts, more, tabs) => {
    const page = pageForTests({ path: '/a', answer: lists, ...parts, more: { site, ...more } as never } as never)
    expect(linksIn(await htmlOf(page), 'editor-bar')).toEqual(tabs)
  })
})

describe('the navigation of the site', () => {
  const items = ['', '/news', '/news-archive'].map(path => ({ '@id': base + path, title: `At ${path}` }))

  it.each([
    ['/', base],
    ['/news', `${base}/news`],
    ['/news/flood', `${base}/news`],
    ['/news-archive/flood', `${base}/news-archive`],
    ['/newsletter', undefined],
  ])('marks only the item that is or contains the page %s: %s', async (path, item) => {
    const html = await htmlOf(pageForTests({ path, answer: lists, more: { site, navigation: { items } } as never }))
    const marked = linksIn(html, 'site-navigation').filter(link => link.endsWith(' (here)'))
    expect(marked).toEqual(item === undefined ? [] : [`${item} (here)`])
  })
})

describe('the breadcrumbs', () => {
  const items = ['a', 'a/b'].map(path => ({ '@id': `${base}/${path}`, title: path }))

  it.each<[HtmlPage['view'], readonly string[]]>([
    ['object', [`${base}/`, `${base}/a`, `${base}/a/b (here)`]],
    ['history', [`${base}/`, `${base}/a`, `${base}/a/b`]],
  ])('in the view %s: current page is marked', async (view, links) => {
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
    ['error', 403, {}, 'The request was not accepted · Long Light'],
    ['error', 429, {}, 'Too many attempts · Long Light'],
  ])('of the view %s with status %s', async (view, status, more, title) => {
    const html = await htmlOf(
      pageForTests({ view, status, answer: { ...lists, ...content }, path: '/a', more: { site, ...more } as never }),
    )
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe(title)
  })

  it('is "No access" for a logged-in user without permission', async () => {
    const ada = { id: 'ada', fullname: '', roles: [] }
    const html = await htmlOf(pageForTests({ view: 'error', status: 401, caller: ada, answer: { message: 'No.' } }))
    expect(html).toContain('<h1>No access</h1>')
  })
})

describe('the menus of a member', () => {
  const member = { id: 'ada l', fullname: 'Ada', roles: ['Member'] }
  const menusOf = async (roles: readonly string[], user: readonly { readonly id: string }[]) => {
    const caller = { ...member, roles }
    const html = await htmlOf(pageForTests({ caller, more: { site, actions: { user } } as never }))
    return [...html.matchAll(/<details class="menu".*?<\/details>/gs)].map(([menu]) => ({
      title: /<summary>(.*?)<\/summary>/.exec(menu)?.[1],
      links: [...menu.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.slice(base.length)),
    }))
  }

  it('contain the profile, the tasks and a form that logs out', async () => {
    expect(await menusOf(['Member'], [])).toEqual([{ title: 'Ada', links: ['/@@users/ada%20l', '/@worklists'] }])
  })

  it('contain the pages of the site that the member may open', async () => {
    const [ofAdministrators] = await menusOf(['Site Administrator'], [{ id: 'plone_setup' }])
    expect(ofAdministrators).toEqual({ title: 'Site', links: ['/@@users', '/@@groups', '/@@settings'] })
    const [ofManagers] = await menusOf(['Manager'], [{ id: 'plone_setup' }])
    expect(ofManagers?.links).toEqual(expect.arrayContaining(['/@@users', '/@audit', '/@webhooks', '/@sharedmemoize']))
  })
})

describe('the form that logs out', () => {
  it('is missing on the page of a reset link, because browsers hide the origin of forms there', async () => {
    const caller = { id: 'ada', fullname: 'Ada', roles: [] }
    const htmlWith = (token: string | null) =>
      htmlOf(pageForTests({ view: 'password', caller, answer: { token, user: 'ada' } }))
    expect(await htmlWith('f'.repeat(64))).not.toContain('@@do/logout')
    expect(await htmlWith(null)).toContain('@@do/logout')
  })
})

describe('the structured data for search engines', () => {
  it.each([
    ['Tech Event', '/a', 'Festival'],
    ['Plone Site', '/', 'Festival'],
    ['Event', '/a', 'Event'],
    ['Talk', '/a', 'Event'],
  ])('describes a %s at %s as a %s', async (type, path, kind) => {
    const answer = { '@type': type, title: 'Tides', start: '2027-06-17T09:00:00+00:00', location: 'Pier' }
    const html = await htmlOf(pageForTests({ answer, path }))
    const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(text)).toMatchObject({ '@type': kind, location: { name: 'Pier' } })
    expect(JSON.parse(text)).not.toHaveProperty('superEvent')
  })
})
