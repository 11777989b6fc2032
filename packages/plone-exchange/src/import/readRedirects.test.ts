import type { JsonObject } from '@plenum/core'
import { readRedirects } from './readRedirects.js'

const read = (redirects: JsonObject, known?: JsonObject, site: string | null = 'Plone') => {
  const { oldAddresses, findings } = readRedirects(redirects, { site, plenumFile: known })
  return {
    leads: Object.fromEntries(oldAddresses.map(({ path, target }) => [path, target])),
    findings: findings.map(({ path, weight, detail }) => [path, weight, detail]),
    oldAddresses,
  }
}
const nowhere = (path: string) => [path, 'note', 'redirects nowhere and is skipped']

describe('redirects of an export', () => {
  it.each<[string, JsonObject, Readonly<Record<string, string>>, readonly unknown[]]>([
    ['lose the id of the site', { '/Plone/old': '/Plone/new' }, { '/old': '/new' }, []],
    ['lead to the site root', { '/Plone/old': '/Plone' }, { '/old': '/' }, []],
    [
      'follow a chain to its end',
      { '/Plone/a': '/Plone/b', '/Plone/b': '/Plone/c' },
      { '/a': '/c', '/b': '/c' },
      [['/Plone/a', 'note', 'redirects to /Plone/b, which redirects to /Plone/c']],
    ],
    ['are skipped if they point to themselves', { '/Plone/a': '/Plone/a' }, {}, [nowhere('/Plone/a')]],
    [
      'are skipped if they form a cycle or lead into one',
      { '/Plone/a': '/Plone/b', '/Plone/b': '/Plone/a', '/Plone/c': '/Plone/a', '/Plone/d': '/Plone/e' },
      { '/d': '/e' },
      ['/Plone/a', '/Plone/b', '/Plone/c'].map(nowhere),
    ],
    ['are skipped if they start at the site root', { '/Plone': '/Plone/a' }, {}, [nowhere('/Plone')]],
    ['are skipped if their source is not a path', { old: '/Plone/a' }, {}, [nowhere('old')]],
    ['are skipped if their target is not a path', { '/Plone/a': 'https://other.example' }, {}, [nowhere('/Plone/a')]],
    ['are skipped if their target is not a text', { '/Plone/a': 7 }, {}, [nowhere('/Plone/a')]],
  ])('%s', (_, redirects, leads, findings) => {
    expect(read(redirects)).toMatchObject({ leads, findings })
  })

  it('follow a chain of 99, and skip one of more than 100', () => {
    const chain = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, i) => [`/Plone/${i}`, `/Plone/${i + 1}`]))
    expect(read(chain(99)).leads['/0']).toBe('/99')
    expect(read(chain(200)).leads).not.toHaveProperty('/0')
    expect(read(chain(200)).leads['/150']).toBe('/200')
  })

  it('of another site are unchanged, with no target on this site', () => {
    expect(read({ '/Plone2/old': '/Plone2/new' }).oldAddresses).toMatchObject([
      { path: '/Plone2/old', target: '/Plone2/new', isDead: true },
    ])
    expect(read({ '/Any/old': '/Any/new' }, undefined, null).oldAddresses).toMatchObject([
      { path: '/old', target: '/new', isDead: false },
    ])
  })

  it('have dates and external addresses from the data of another Plenum site', () => {
    const addresses = [
      { path: '/old', url: '', created: 1000, manual: true },
      { path: '/away', url: 'https://other.example/', created: 2000, manual: true },
      { path: 'no path', url: 'https://other.example/', created: 2000, manual: true },
    ]
    expect(read({ '/Plone/old': '/Plone/new' }, { addresses }).oldAddresses).toEqual([
      { path: '/old', target: '/new', isDead: false, created: 1000, manual: true },
      { path: '/away', target: 'https://other.example/', isDead: true, created: 2000, manual: true },
    ])
  })
})
