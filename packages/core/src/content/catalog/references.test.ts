import { cpuTimeOf } from '@plenum/testkit'
import { stockBehaviors } from '../model/stockBehaviors.js'
import { linkReference, referencesOf } from './references.js'

const fields = stockBehaviors.flatMap(({ fields = [] }) => fields)
const address = { kind: 'line', name: 'remoteUrl', title: '', isAddress: true } as const
const links = { kind: 'links', name: 'social_links', title: '' } as const
const uid = 'a'.repeat(32)
const other = 'b'.repeat(32)

const linksOf = (values: Parameters<typeof referencesOf>[0]['fields']) =>
  referencesOf({ fields: values }, [...fields, address, links])
    .filter(({ name }) => name === linkReference)
    .map(({ to }) => to)

describe('references (docs/content-and-access.md, References)', () => {
  it('are relations with the names of their fields', () => {
    const values = { relatedItems: [uid, other], preview_image_link: uid, title: uid }
    expect(referencesOf({ fields: values }, fields)).toEqual(
      expect.arrayContaining([
        { name: 'relatedItems', to: uid },
        { name: 'relatedItems', to: other },
        { name: 'preview_image_link', to: uid },
      ]),
    )
    expect(referencesOf({ fields: values }, fields)).toHaveLength(3)
  })

  it.each([
    [`../resolveuid/${uid}`, [uid]],
    [`/resolveUid/${uid}#part`, [uid]],
    [`http://site.example/resolveuid/${uid}/@@images/image`, [uid]],
    ['/a/b/', ['/a/b']],
    ['/a%20b?x=1#y', ['/a b']],
    ['/++api++/a/@@images/image/large', ['/a']],
    ['/', ['/']],
    ['HTTP://Site.example/a/b?x', ['http://site.example/a/b']],
    ['https://site.example:8443/', ['https://site.example:8443']],
    ['https://site.example?x', ['https://site.example']],
    ['//elsewhere.example/a', []],
    ['mailto:a@b.example', []],
    ['#top', []],
    ['a/b', []],
    ['', []],
    ['/%zz', ['/%zz']],
    [`/${'x'.repeat(2000)}`, []],
  ])('include links: %s', (url, expected) => {
    expect(linksOf({ remoteUrl: url })).toEqual(expected)
    expect(linksOf({ text: { data: `<p><a class="x" href="${url}">x</a></p>` } })).toEqual(expected)
    expect(linksOf({ blocks: { b: { '@type': 'image', url } } })).toEqual(expected)
    expect(linksOf({ blocks: { b: { '@type': 'teaser', href: [{ '@id': url }] } } })).toEqual(expected)
    expect(linksOf({ social_links: [{ '@id': url, title: '' }] })).toEqual(expected)
  })

  it('include links at any depth of blocks and in the HTML of blocks', () => {
    const slate = [{ type: 'p', children: [{ type: 'link', data: { url: '/deep' } }] }]
    const blocks = {
      a: { '@type': 'grid', blocks: { b: { '@type': 'slate', value: slate } } },
      c: { '@type': 'html', html: '<img src="/image?a&amp;b"><a href="/page">' },
    }
    expect(new Set(linksOf({ blocks }))).toEqual(new Set(['/deep', '/image', '/page']))
  })

  it('are listed once each, with at most 1,000 links', () => {
    expect(linksOf({ remoteUrl: '/a', text: { data: '<a href="/a"><a href="/a/">' } })).toEqual(['/a'])
    const html = Array.from({ length: 2000 }, (_, i) => `<a href="/${i}">`).join('')
    expect(linksOf({ text: { data: html } })).toHaveLength(1000)
  })

  it.each(['href="', 'src="href="', '"', 'href="/a"', 'href=', '/resolveuid/'])(
    'take linear time to find: %s repeated',
    part => {
      const text = { data: part.repeat(1_000_000 / part.length) }
      expect(cpuTimeOf(() => linksOf({ text }))).toBeLessThan(1000)
    },
  )
})
