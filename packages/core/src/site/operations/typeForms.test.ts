import { addPublished, createTestSite, type TestSite, type TestUser, testBase, testMember } from '@plenum/testkit'
import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import { translateEnglish } from '../../foundation/messages.js'
import { asOwner } from '../asOwner.js'

type At = Pick<TestSite, 'run'>

async function addableTo({ run }: At, path: string, as: TestUser = 'max'): Promise<readonly string[]> {
  const types = (await run('getComponent', path, { as, input: { name: 'types', parameters: {} } })) as JsonObject[]
  return types.filter(({ addable }) => addable).map(({ id }) => String(id))
}

const schemaOf = ({ run }: At, type: string, path = '/', as: TestUser = 'max') =>
  run('getTypeSchema', path, { as, input: { type, field: null } })

const partsOf = ({ fieldsets = [] }: JsonObject) => (fieldsets as readonly JsonObject[]).map(({ id }) => id)

describe('the list of types (docs/content-and-access.md, Schemas of types)', () => {
  it('is sorted by title, without that of the site root', async () => {
    const site = await createTestSite()
    const types = await site.run('getComponent', '/', { as: 'mia', input: { name: 'types', parameters: {} } })
    expect(types).toHaveLength(24)
    expect(types).toContainEqual({
      '@id': `${testBase}/@types/News%20Item`,
      id: 'News Item',
      title: 'News Item',
      addable: false,
      immediately_addable: false,
    })
    const titles = (types as JsonObject[]).map(({ title }) => String(title))
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(titles).not.toContain('Plone Site')
  })

  it('marks types as addable if the caller could add them', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await addPublished(site, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
    const anywhere = ['Document', 'Event', 'File', 'Image', 'Link', 'News Item', 'collective.polls.poll', 'Profile']
    const ofEvents = ['Presenter', 'Schedule', 'SponsorsDB', 'Venue']
    expect((await addableTo(site, '/page')).toSorted()).toEqual([...anywhere, ...ofEvents].toSorted())
    expect(await addableTo(site, '/schedule')).toContain('Talk')
    expect(await addableTo(site, '/page', 'edi')).toEqual([])
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'SponsorsDB', id: 'db', title: 'DB' } })
    expect(await addableTo(site, '/page')).not.toContain('SponsorsDB')
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Link', id: 'l', title: 'L', remoteUrl: '/db' } })
    expect(await addableTo(site, '/l')).toEqual([])
  })

  it('requires a login, at its own address and as an expansion', async () => {
    const { run } = await createTestSite()
    await expect(run('getComponent', '/', { input: { name: 'types', parameters: {} } })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await expect(run('getTypeSchema', '/', { input: { type: 'Document', field: null } })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await schemaOf({ run }, 'Document', '/', 'mia')).toMatchObject({ title: 'Page' })
  })
})

describe('the schema of a type', () => {
  it('exists for every type, including the site root', async () => {
    const site = await createTestSite()
    for (const { id } of await asOwner(site.site, 'listTypes')) {
      const { fieldsets, properties = null, required } = await schemaOf(site, id)
      const names = Object.keys(isJsonObject(properties) ? properties : {})
      const listed = (fieldsets as readonly JsonObject[]).flatMap(({ fields }) => fields as readonly string[])
      expect([id, listed.toSorted()]).toEqual([id, names.toSorted()])
      expect(names).toEqual(expect.arrayContaining(required as string[]))
      expect([id, names.includes('id')]).toEqual([id, id !== 'Plone Site'])
    }
  })

  it.each(['Document', 'Event', 'News Item', 'Schedule', 'Venue', 'SponsorsDB', 'Plone Site'])(
    'has blocks of pages: %s',
    async type => {
      expect(await schemaOf(await createTestSite(), type)).toMatchObject({
        properties: { blocks: { type: 'dict' }, blocks_layout: { default: { items: [] } } },
      })
    },
  )

  it('has the fieldsets of Plone', async () => {
    const site = await createTestSite()
    expect(partsOf(await schemaOf(site, 'Document'))).toEqual([
      'default',
      'settings',
      'categorization',
      'dates',
      'ownership',
      'preview_image',
      'layout',
    ])
    expect(partsOf(await schemaOf(site, 'collective.polls.poll'))).toEqual([
      'default',
      'voting',
      'results',
      'preview_image',
      'settings',
    ])
  })

  it.each([
    ['Document', ['title']],
    ['Link', ['title', 'remoteUrl']],
    ['Event', ['title', 'start', 'end']],
    ['Talk', ['title', 'description']],
    ['Break', ['title', 'slot_category']],
    [
      'collective.polls.poll',
      ['title', 'allow_anonymous', 'max_choices', 'options', 'shuffle_options', 'show_results', 'results_graph'],
    ],
  ])('requires of a %s: %j', async (type, required) => {
    expect(await schemaOf(await createTestSite(), type)).toMatchObject({ required })
  })

  it('has default dates at the next full hours', async () => {
    const site = await createTestSite()
    site.clock.now = Date.UTC(2027, 2, 1, 9, 30)
    expect(await schemaOf(site, 'Event')).toMatchObject({
      properties: {
        start: { default: '2027-03-01T09:00:00+00:00' },
        end: { default: '2027-03-01T10:00:00+00:00' },
      },
    })
  })

  it('refers to the terms of the surrounding event', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    const room = {
      items: { vocabulary: { '@id': `${testBase}/@vocabularies/collective.techevent.vocabularies.slot_rooms` } },
    }
    expect(await schemaOf(site, 'Talk', '/page')).toMatchObject({ properties: { room } })
  })

  it('is translated for the caller, and computed once for equal results', async () => {
    const { site } = await createTestSite()
    const getSchema = (language: string, as: TestUser) =>
      site.run('getTypeSchema', {
        path: '/',
        caller: testMember(as),
        base: testBase,
        language,
        translate: message => `${language} ${translateEnglish(message)}`,
        input: () => ({ type: 'Document', field: null }),
      })
    const german = await getSchema('de', 'max')
    expect(german).toMatchObject({ title: 'de Page', properties: { title: { title: 'de Title' } } })
    expect(await getSchema('de', 'mia')).toBe(german)
    expect(await getSchema('es', 'max')).toMatchObject({ title: 'es Page' })
  })

  it('does not exist for unknown types, and has no property for unknown fields', async () => {
    const { run } = await createTestSite()
    const getSchema = (type: string, field: string | null) =>
      run('getTypeSchema', '/', { as: 'mia', input: { type, field } })
    for (const type of ['Nope', 'constructor', ''])
      await expect(getSchema(type, null)).rejects.toMatchObject({ code: 'type-missing' })
    for (const field of ['nope', 'constructor', ''])
      await expect(getSchema('Document', field)).rejects.toMatchObject({ code: 'type-missing' })
    expect(await getSchema('Document', 'title')).toMatchObject({ title: 'Title', behavior: 'plone.basic' })
  })
})
