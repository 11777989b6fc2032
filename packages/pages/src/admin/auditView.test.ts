import type { JsonObject } from '@plenum/core'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'

const entry = (details: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ position: 1, kind: 'sharing', time: '2027-05-01T09:00:00+00:00', actor: 'ada', details },
  ...more,
})

const htmlOfAudit = (...items: readonly JsonObject[]) =>
  htmlOf(pageForTests({ view: 'audit', answer: { items, next: null } }))

async function linesOf(details: JsonObject): Promise<readonly string[]> {
  const [, list = ''] = /<ul class="plain-list">(.*?)<\/ul>/.exec(await htmlOfAudit(entry(details))) ?? []
  return [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line)
}

describe('the page of administrative changes', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['values', { user: 'cy', roles: ['Editor', 'Reviewer'] }, ['user: cy', 'roles: Editor, Reviewer']],
    ['no empty values', { title: '', email: null, groups: [], count: 0 }, ['count: 0']],
    ['a change by its old and new value', { email: { from: 'a', to: 'b' } }, ['email: a → b']],
    [
      'a dash for a value that was empty or becomes empty',
      { a: { from: null, to: 'x' }, b: { from: 'y', to: [] } },
      ['a: – → x', 'b: y → –'],
    ],
    [
      'a nested change with the names of all enclosing values',
      { local_roles: { 'user:edi': { from: null, to: ['Reader'] } } },
      ['local_roles › user:edi: – → Reader'],
    ],
  ])('shows %s', async (_, details, lines) => {
    expect(await linesOf(details)).toEqual(lines)
  })

  it('links to the changed object, but not to the site', async () => {
    const at = (path: string) => ({ path, '@id': `http://site.example${path}` })
    const html = await htmlOfAudit(entry({}, at('/news')), entry({}, at('/')))
    expect([...html.matchAll(/<td><a href="([^"]+)">([^<]+)</g)].map(([, ...link]) => link)).toEqual([
      ['http://site.example/news', '/news'],
    ])
  })
})
