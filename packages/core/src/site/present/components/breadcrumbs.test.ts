import { addPublished, createTestSite, testBase } from '@plenum/testkit'

describe('breadcrumbs (docs/content-and-access.md, Components)', () => {
  it('lead from below the site root to the object, with the titles for menus', async () => {
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

  it('omit a container that the caller may not view', async () => {
    const site = await createTestSite()
    const { run } = site
    await run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'hidden', title: 'Secret plan' } })
    await addPublished(site, '/hidden', { '@type': 'Document', id: 'open', title: 'Open' })
    const input = { name: 'breadcrumbs', parameters: {} } as const
    const open = { '@id': `${testBase}/hidden/open`, title: 'Open' }
    expect(await run('getComponent', '/hidden/open', { input })).toMatchObject({ items: [open] })
    const whole = await run('getComponent', '/hidden/open', { as: 'max', input })
    expect(whole).toMatchObject({ items: [{ title: 'Secret plan' }, open] })
  })
})
