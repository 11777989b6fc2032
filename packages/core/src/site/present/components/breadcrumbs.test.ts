import { addPublished, createTestSite, testBase } from '@plenum/testkit'

describe('breadcrumbs (docs/content-and-access.md, Components)', () => {
  it('lead from below the site root to the object, by the titles for menus', async () => {
    const site = await createTestSite()
    const { run } = site
    await addPublished(site, '/', { '@type': 'Document', id: 'a', title: 'A', nav_title: 'Short' })
    await addPublished(site, '/a', { '@type': 'Document', id: 'b', title: 'B' })
    const of = (path: string) => run('getComponent', path, { input: { name: 'breadcrumbs', parameters: {} } })
    expect(await of('/a/b')).toEqual({
      '@id': `${testBase}/a/b/@breadcrumbs`,
      items: [
        { '@id': `${testBase}/a`, title: 'Short' },
        { '@id': `${testBase}/a/b`, title: 'B' },
      ],
      root: testBase,
    })
    expect(await of('/')).toMatchObject({ items: [] })
  })
})
