import { createTestSite, testBase } from '@plenum/testkit'

const names = ['getSystem', 'getDatabase', 'listTransactions', 'listAddons', 'getUpgrade'] as const

describe('system information', () => {
  it.each(names)('by %s is available to callers who manage the site', async name => {
    const { run } = await createTestSite()
    for (const as of [undefined, 'mia', 'sia'] as const)
      await expect(run(name, '/', { as, input: undefined })).rejects.toMatchObject({ code: 'unauthorized' })
    await run(name, '/', { as: 'max', input: undefined })
  })

  it('includes the versions of installed components, and null for others', async () => {
    const { run } = await createTestSite()
    const system = await run('getSystem', '/', { as: 'max', input: undefined })
    expect(system).toMatchObject({
      '@id': `${testBase}/@system`,
      plone_version: null,
      debug_mode: 'No',
      upgrade: false,
    })
  })

  it('includes the kind of store and the number of its objects, including hidden ones', async () => {
    const { run } = await createTestSite()
    await run('addContent', '/', { as: 'max', input: { '@type': 'Document', title: 'Private' } })
    expect(await run('getDatabase', '/', { as: 'max', input: undefined })).toMatchObject({
      '@id': `${testBase}/@database`,
      db_name: 'memory',
      database_size: null,
      db_size: 2,
      cache_detail_length: [],
    })
  })

  it('reports nothing to undo, to install or to upgrade', async () => {
    const { run } = await createTestSite()
    const read = (name: (typeof names)[number]) => run(name, '/', { as: 'max', input: undefined })
    expect(await read('listTransactions')).toEqual([])
    expect(await read('listAddons')).toEqual({ '@id': `${testBase}/@addons`, items: [], items_total: 0 })
    expect(await read('getUpgrade')).toMatchObject({ upgrade_steps: {} })
  })
})

describe('the form of a profile', () => {
  it('is public, and has the fields of a user', async () => {
    const { run } = await createTestSite()
    const schema = await run('getUserSchema', '/', { input: { form: null } })
    const fields = ['fullname', 'email', 'home_page', 'description', 'location', 'portrait']
    expect(schema).toMatchObject({ type: 'object', required: ['email'], fieldsets: [{ id: 'default', fields }] })
    expect(Object.keys(schema.properties as object)).toEqual(fields)
  })

  it('requires the fields of a new user', async () => {
    const { run } = await createTestSite()
    const profile = { description: 'Counts.', home_page: 'https://ada.example', location: 'London' }
    const input = { username: 'ada', email: 'ada@example.org', password: 'Secret-password-2', ...profile }
    await run('addUser', '/', { as: 'max', input: { body: input } })
    expect(await run('getUser', '/', { as: 'max', input: { id: 'ada' } })).toMatchObject(profile)
  })
})
