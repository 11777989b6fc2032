import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const base = 'http://site.example'
const manager = { id: 'max', fullname: 'Max', roles: ['Manager'] }
const line = { kind: 'line', name: 'field.title', title: 'Title', description: '', required: true, value: '' }
const sections = [{ id: 'default', title: 'Default', description: '', controls: [line] }]

const render = (view: string, answer: JsonObject, parts: object = {}) =>
  htmlOf(pageForTests({ view, answer, caller: manager, ...parts } as never))

describe('the pages of settings', () => {
  it('list the panels by group', async () => {
    const items = [
      { name: 'site', title: 'Site', group: 'General', settings: ['Site title', 'Site logo'] },
      { name: 'security', title: 'Security', group: 'Security', settings: ['<b>'] },
    ]
    const html = await render('settings', { items })
    expect(html).toContain(`<a href="${base}/@@settings/site">Site</a><p>Site title · Site logo</p>`)
    expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual(['General', 'Security'])
    expect(html).not.toContain('<b>')
  })

  it('contain the form of a panel, with its problems', async () => {
    const refused = [{ ...sections[0], controls: [{ ...line, problem: 'Required' }] }]
    const answer = { '@id': `${base}/@@settings/site`, name: 'site', title: 'Site', sections: refused }
    const html = await render('panel', answer)
    expect(html).toContain(`action="${base}/@@do/settings"`)
    expect(html).toContain('enctype="multipart/form-data"')
    expect(html).toContain('aria-invalid="true"')
  })
})

describe('the first-run page', () => {
  const setup = (isOpen: boolean) =>
    render('setup', { '@id': `${base}/@@setup`, is_open: isOpen, sections: isOpen ? sections : [] })

  it('contains the form, and later the next steps', async () => {
    expect(await setup(true)).toContain('@@do/setup')
    const html = await setup(false)
    expect(html).not.toContain('@@do/setup')
    expect(html).toContain(`${base}/@@add?type=Venue`)
  })

  it.each([
    ['to a Manager on an empty front page', {}, { items_total: 0 }, true],
    ['to nobody else', { caller: { ...manager, roles: ['Editor'] } }, { items_total: 0 }, false],
    ['not on other pages', { path: '/a' }, { items_total: 0 }, false],
    ['not with content', {}, { items_total: 1 }, false],
    ['not with dates', {}, { items_total: 0, start: '2027-06-17T09:00:00+00:00' }, false],
  ])('is offered %s', async (_, parts, answer, isOffered) => {
    const html = await render(
      'object',
      { '@type': 'Plone Site', title: 'Site', items: [], ...answer } as JsonObject,
      parts,
    )
    expect(html.includes('@@setup')).toBe(isOffered)
  })
})
