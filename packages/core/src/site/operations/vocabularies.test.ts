import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

const plone = (name: string) => `plone.app.vocabularies.${name}`

async function termsOf(
  { run }: Pick<TestSite, 'run'>,
  name: string,
  { as = 'max', tokens }: { readonly as?: TestUser; readonly tokens?: readonly string[] } = {},
): Promise<readonly JsonObject[]> {
  const input = { name: plone(name), batch: null, ...(tokens ? { tokens } : {}) }
  return (await run('getVocabulary', '/', { as, input })).items
}

const tokensOf = (terms: readonly JsonObject[]) => terms.map(({ token }) => token)

describe('vocabularies of clients (docs/content-and-access.md, Vocabularies)', () => {
  it.each([
    ['Roles', 7, { token: 'Editor', title: 'Editor' }],
    ['Groups', 4, { token: 'Reviewers', title: 'Reviewers' }],
    ['Users', 7, { token: 'mia', title: 'mia Test' }],
    ['PortalTypes', 25, { token: 'Document', title: 'Page' }],
    ['ReallyUserFriendlyTypes', 24, { token: 'Document', title: 'Page' }],
    ['ImagesScales', 12, { token: 'icon', title: 'icon (32)' }],
    ['Weekdays', 7, { token: '0', title: 'Monday' }],
    ['UserFriendlyTypes', 24, { token: 'Document', title: 'Page' }],
    ['Month', 12, { token: '0', title: 'January' }],
    ['MetadataFields', 38, { token: 'EffectiveDate', title: 'Publishing date' }],
    ['MetadataFields', 38, { token: 'getObjSize', title: 'getObjSize' }],
    ['SortableIndexes', 12, { token: 'effective', title: 'Publishing date' }],
    ['WorkflowTransitions', 22, { token: 'activate', title: 'Activate [activate]' }],
    ['AllowableContentTypes', 1, { token: 'text/html', title: 'text/html' }],
    ['Principals', 11, { token: 'group__Reviewers', title: 'Reviewers' }],
    ['Principals', 11, { token: 'user__mia', title: 'mia Test' }],
    ['Workflows', 10, { token: 'simple_publication_workflow', title: 'Simple Publication Workflow' }],
  ])('%s have %i terms', async (name, count, term) => {
    const terms = await termsOf(await createTestSite(), name)
    expect(terms).toHaveLength(count)
    expect(terms).toContainEqual(term)
  })

  it.each(['Timezones', 'CommonTimezones'])('%s are the zones of the world by their names', async name => {
    const terms = await termsOf(await createTestSite(), name)
    expect(terms).toContainEqual({ token: 'UTC', title: 'UTC' })
    expect(terms).toContainEqual({ token: 'Europe/Berlin', title: 'Europe/Berlin' })
    expect(new Set(tokensOf(terms)).size).toBe(terms.length)
  })

  it('name behaviors and kinds of fields', async () => {
    const { run } = await createTestSite()
    const all = async (name: string) => (await run('getVocabulary', '/', { input: { name, batch: null } })).items
    expect(await all('Behaviors')).toContainEqual({
      token: 'collective.techevent.presenter',
      title: 'collective.techevent.presenter',
    })
    expect(JSON.stringify(await all('Behaviors'))).not.toMatch(/plenum.(?:catalog_form|site_settings)/)
    expect(await all('Fields')).toContainEqual({ token: 'label_textline_field', title: 'Text line (String)' })
  })

  it('show each key and index that clients may request', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', title: 'A' })
    const listing = { batch: { start: 0, size: 9 }, fullObjects: false }
    const { items } = await site.run('searchContent', '/', {
      input: { ...listing, parameters: {}, metadata: ['_all'] },
    })
    const keys = Object.keys(items[0] ?? {})
    for (const token of tokensOf(await termsOf(site, 'MetadataFields'))) expect(keys).toContain(token)
    for (const token of tokensOf(await termsOf(site, 'SortableIndexes'))) {
      const input = { ...listing, parameters: { sort_on: String(token) }, metadata: [] }
      expect((await site.run('searchContent', '/', { input })).total).toBeGreaterThan(0)
    }
  })

  it('omit from the friendly types those that the site does not search', async () => {
    const site = await createTestSite()
    const body = { types_not_searched: ['Image'] }
    await site.run('editControlPanel', '/', { as: 'max', input: { name: 'search', body } })
    const tokens = tokensOf(await termsOf(site, 'UserFriendlyTypes'))
    expect([tokens.includes('Image'), tokens.includes('Document')]).toEqual([false, true])
  })

  it('join all titles of a transition', async () => {
    const terms = await termsOf(await createTestSite(), 'WorkflowTransitions')
    expect(terms.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^\S.* \/\/ .* \[\w+\]$/))
  })

  it('Catalog has the unexpired content that the caller may find, by UID', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'a', title: 'A' })
    await addPublished(site, '/', { '@type': 'Document', id: 'c', title: 'C', expires: '2026-01-01' })
    const { content } = await site.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', title: 'Secret' },
    })
    const titles = async (as: TestUser, tokens?: readonly string[]) =>
      (await termsOf(site, 'Catalog', { as, ...(tokens ? { tokens } : {}) })).map(({ title }) => title)
    expect(await titles('mia')).toEqual(['Site (/)', 'A (/a)'])
    expect(await titles('max')).toContain('Secret (/secret)')
    const uid = String(content.UID)
    expect(await titles('max', [uid])).toEqual(['Secret (/secret)'])
    expect(await titles('mia', [uid])).toEqual([])
  })

  it('Principals are found by their tokens', async () => {
    const site = await createTestSite()
    const tokens = ['user__mia', 'group__Reviewers', 'mia', 'user__none']
    expect(tokensOf(await termsOf(site, 'Principals', { tokens }))).toEqual(['group__Reviewers', 'user__mia'])
  })

  it('Keywords are the subjects of unexpired content that the caller may find, with tokens in base64', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', title: 'A', subjects: ['Küste', 'boat'] })
    await site.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', title: 'B', subjects: ['secret', 'boat'] },
    })
    await addPublished(site, '/', { '@type': 'Document', title: 'C', subjects: ['old'], expires: '2026-01-01' })
    const results = [
      { token: 'S8O8c3Rl', title: 'Küste' },
      { token: 'Ym9hdA==', title: 'boat' },
    ]
    expect(await termsOf(site, 'Keywords', { as: 'edi' })).toEqual(
      expect.arrayContaining([...results, { token: 'c2VjcmV0', title: 'secret' }]),
    )
    expect(await termsOf(site, 'Keywords', { as: 'edi', tokens: ['S8O8c3Rl'] })).toEqual([results[0]])
    expect((await termsOf(site, 'Keywords', { as: 'edi' })).map(({ title }) => title)).not.toContain('old')
  })

  it.each(['Keywords', 'Users', 'Groups', 'Principals'])(
    '%s are available to editors only: 403 for other members',
    async name => {
      const { run } = await createTestSite()
      const input = { name: plone(name), batch: null }
      await expect(run('getVocabulary', '/', { input })).rejects.toMatchObject({ code: 'unauthorized' })
      await expect(run('getVocabulary', '/', { as: 'rea', input })).rejects.toMatchObject({ code: 'forbidden' })
      expect(await run('getVocabulary', '/', { as: 'edi', input })).toMatchObject({ items: expect.any(Array) })
    },
  )

  it('resolve the token of a user', async () => {
    const site = await createTestSite()
    expect(await termsOf(site, 'Users', { tokens: ['rex', 'nobody'] })).toEqual([{ token: 'rex', title: 'rex Test' }])
  })
})

describe('languages of content', () => {
  const languageOf = async (site: TestSite, language: string) => {
    const { content } = await site.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', title: 'Olá', language },
    })
    return content.language
  }

  it('may have a region', async () => {
    const site = await createTestSite()
    expect(await languageOf(site, 'pt-br')).toEqual({ token: 'pt-br', title: 'Brazilian Portuguese' })
    expect(await languageOf(site, 'pt')).toEqual({ token: 'pt', title: 'Portuguese' })
    await expect(languageOf(site, 'pt-xx')).rejects.toMatchObject({ code: 'invalid-fields' })
  })

  it('may be any language that the site offers', async () => {
    const site = await createTestSite({ languages: ['oc-FR'] })
    expect(await languageOf(site, 'oc-fr')).toMatchObject({ token: 'oc-fr' })
    for (const name of ['SupportedContentLanguages', 'AvailableContentLanguages'])
      expect(tokensOf(await termsOf(site, name))).toContain('oc-fr')
  })

  it('has a name that no other language has', async () => {
    const titles = (await termsOf(await createTestSite(), 'SupportedContentLanguages')).map(({ title }) => title)
    expect(titles.filter((title, i) => titles.indexOf(title) < i)).toEqual([])
  })
})
