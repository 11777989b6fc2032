import { addPublished, createTestSite, type TestSite } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

type Indexes = Readonly<Record<string, JsonObject>>

const formOf = async ({ run }: Pick<TestSite, 'run'>, path = '/', as: 'max' | 'mia' | undefined = undefined) =>
  (await run('getQuerystring', path, { ...(as ? { as } : {}), input: undefined })) as {
    readonly '@id': string
    readonly indexes: Indexes
    readonly sortable_indexes: Indexes
  }

describe('the form for queries (docs/content-and-access.md, Querystring search, rule 7)', () => {
  it('is public, and has titles and groups', async () => {
    const site = await createTestSite()
    const { '@id': id, indexes } = await formOf(site)
    expect(id).toBe('http://site.example/@querystring')
    expect(indexes.SearchableText).toEqual({
      title: 'Searchable text',
      description: 'Words in any text of the content.',
      group: 'Text',
      enabled: true,
      sortable: false,
      fetch_vocabulary: false,
      vocabulary: null,
      operations: ['plone.app.querystring.operation.string.contains'],
      operators: {
        'plone.app.querystring.operation.string.contains': {
          title: 'Contains',
          description: '',
          operation: 'plone.app.querystring.operation.string.contains',
          widget: 'StringWidget',
        },
      },
      values: {},
    })
  })

  it('offers sortable indexes as orders', async () => {
    const site = await createTestSite()
    const { indexes, sortable_indexes } = await formOf(site)
    expect(Object.keys(sortable_indexes)).toEqual(
      expect.arrayContaining(['created', 'effective', 'getObjPositionInParent', 'modified', 'sortable_title', 'start']),
    )
    for (const [name, index] of Object.entries(sortable_indexes)) expect(indexes[name]).toEqual(index)
    for (const name of Object.keys(sortable_indexes)) {
      await addPublished(site, '/', { '@type': 'Document', title: name })
      const query = [{ i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: ['Document'] }]
      const hits = await site.run('querystringSearch', '/', { input: { body: { query, sort_on: name } } })
      expect(hits.total).toBeGreaterThan(0)
    }
  })

  it('offers types, states and choices of the event as values', async () => {
    const site = await createTestSite()
    await site.run('editContent', '/', {
      as: 'max',
      input: { body: { tracks: [{ id: 'web', title: 'The web' }] }, representation: false },
    })
    const { indexes } = await formOf(site)
    expect(indexes.portal_type?.values).toMatchObject({ Document: { title: 'Page' }, Talk: { title: 'Talk' } })
    expect(indexes.portal_type?.values).not.toHaveProperty(['Plone Site'])
    expect(indexes.review_state?.values).toMatchObject({
      'simple_publication_workflow|private': { title: 'Simple Publication Workflow: Private' },
    })
    expect(indexes.session_track?.values).toEqual({ web: { title: 'The web' } })
    expect(indexes.session_language).toMatchObject({ values: {}, fetch_vocabulary: false })
  })

  it('offers subjects of content that the caller may find, to editors', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', title: 'A', subjects: ['red', 'blue'] })
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', title: 'B', subjects: ['secret'] } })
    expect((await formOf(site)).indexes.Subject?.values).toEqual({})
    expect((await formOf(site, '/', 'mia')).indexes.Subject?.values).toEqual({})
    expect((await formOf(site, '/', 'max')).indexes.Subject?.values).toEqual({
      blue: { title: 'blue' },
      red: { title: 'red' },
      secret: { title: 'secret' },
    })
  })

  it('changes with the content', async () => {
    const site = await createTestSite()
    expect((await formOf(site, '/', 'max')).indexes.Subject?.values).toEqual({})
    await addPublished(site, '/', { '@type': 'Document', title: 'A', subjects: ['red'] })
    expect((await formOf(site, '/', 'max')).indexes.Subject?.values).toEqual({ red: { title: 'red' } })
  })
})
