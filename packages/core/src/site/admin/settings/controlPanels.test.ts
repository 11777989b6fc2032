import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import { isJsonObject, type JsonObject } from '../../../foundation/json.js'

let at: TestSite

beforeEach(async () => {
  at = await createTestSite()
})

type CallerName = TestUser | null
const by = (as: CallerName) => (as === null ? {} : { as })

const list = (as: CallerName) => at.run('listControlPanels', '/', { ...by(as), input: undefined })
const read = (name: string, as: CallerName = 'max') => at.run('getControlPanel', '/', { ...by(as), input: { name } })
const write = (name: string, body: JsonObject, as: CallerName = 'max') =>
  at.run('editControlPanel', '/', { ...by(as), input: { name, body } })
const site = () => at.run('getSite', '/', { input: undefined })

const stampOf = () => at.platform.store.read(async reader => (await reader.open('/')).stamp)
const namesIn = (panels: readonly JsonObject[]) => panels.map(panel => String(panel['@id']).replace(/.*\//, ''))
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    error => error.code,
  )
const fieldsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    error => error.details.problems.map(({ field }: { readonly field: string }) => field),
  )

const ofEverybody = ['site', 'appearance', 'language', 'date-and-time', 'navigation', 'search', 'security', 'usergroup']

describe('control panels', () => {
  it('are listed for permitted callers: those of events and of the change feed for managers', async () => {
    expect(namesIn(await list('max'))).toEqual([...ofEverybody, 'tech-event-settings', 'change-feed'])
    expect(namesIn(await list('sia'))).toEqual(ofEverybody)
    expect((await list('max'))[0]).toEqual({
      '@id': `${testBase}/@controlpanels/site`,
      group: 'General',
      title: 'Site',
      searchable_text: [],
    })
  })

  it.each([null, 'mia', 'edi', 'rex'] as const)('are forbidden to %s', async as => {
    expect(await refusalOf(list(as))).toBe('unauthorized')
    expect(await refusalOf(read('site', as))).toBe('unauthorized')
    expect(await refusalOf(write('site', { site_title: 'Mine' }, as))).toBe('unauthorized')
    expect(await site()).toMatchObject({ 'plone.site_title': 'Site' })
  })

  it('that do not exist are reported like missing content', async () => {
    for (const as of ['max', null] as const) expect(await refusalOf(read('mail', as))).toBe('not-found')
    expect(await refusalOf(write('mail', {}))).toBe('not-found')
  })

  it('have a form and a value for each of their fields, which can be sent back without a change', async () => {
    const before = await stampOf()
    for (const name of namesIn(await list('max'))) {
      const { schema, data, title } = await read(name)
      const { properties, fieldsets } = schema
      expect(title).toEqual(expect.any(String))
      expect(Object.keys(properties)).toEqual(Object.keys(data))
      expect(fieldsets[0]?.fields).toEqual(Object.keys(properties))
      for (const property of Object.values(properties))
        expect(property).toMatchObject({ title: expect.stringMatching(/\w/), description: expect.stringMatching(/\w/) })
      await write(name, data as JsonObject)
    }
    expect(await stampOf()).toBe(before)
  })

  it('ignore unknown settings and settings of other panels', async () => {
    const before = await stampOf()
    await write('site', { many_users: true, title: 'Other', subjects: ['x'], token_keys: {} })
    expect(await stampOf()).toBe(before)
  })

  it('reject all invalid values together without changes', async () => {
    const before = await stampOf()
    expect(await fieldsOf(write('site', { site_title: ' ', robots_txt: 5, site_logo: 'x' }))).toEqual([
      'site_title',
      'site_logo',
      'robots_txt',
    ])
    expect(await fieldsOf(write('language', { default_language: 'de' }))).toEqual(['available_languages'])
    expect(await fieldsOf(write('language', { default_language: null }))).toEqual(['default_language'])
    expect(await fieldsOf(write('language', { default_language: 'tlh' }))).toEqual(['default_language'])
    expect(await fieldsOf(write('navigation', { displayed_types: ['Nothing'] }))).toEqual(['displayed_types'])
    expect(await fieldsOf(write('search', { sort_on: 'path' }))).toEqual(['sort_on'])
    expect(await fieldsOf(write('usergroup', { many_users: 'perhaps' }))).toEqual(['many_users'])
    expect(await fieldsOf(write('date-and-time', { portal_timezone: '+02:00' }))).toEqual(['portal_timezone'])
    expect(await stampOf()).toBe(before)
  })

  it('are not part of the content of the site root', async () => {
    await write('site', { site_title: 'Conference' })
    await write('usergroup', { many_users: true })
    const body = { site_title: 'By the way', many_users: false }
    await at.run('editContent', '/', { as: 'max', input: { body, representation: false } })
    const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
    const { content } = await at.run('getContent', '/', { as: 'max', input })
    for (const name of ['site_title', 'many_users', 'robots_txt', 'displayed_types'])
      expect(content).not.toHaveProperty(name)
    expect((await read('usergroup')).data).toEqual({ many_users: true, many_groups: false })
    expect(await site()).toMatchObject({ 'plone.site_title': 'Conference' })
  })
})

describe('the control panel of languages', () => {
  it('has codes like the vocabularies, and changes the languages of answers', async () => {
    await write('language', { default_language: 'pt-br', available_languages: ['pt-br', { token: 'de' }] })
    expect((await read('language')).data).toMatchObject({
      default_language: { token: 'pt-br' },
      available_languages: [{ token: 'de' }, { token: 'pt-br' }],
      use_request_negotiation: false,
    })
    expect(await at.site.languageSettings()).toEqual({
      defaultLanguage: 'pt-br',
      availableLanguages: ['de', 'pt-br'],
      useRequestNegotiation: false,
    })
  })

  it('accepts a tag with capitals, which a first start may have set', async () => {
    const languages = { defaultLanguage: 'pt-BR', availableLanguages: ['pt-BR'] }
    await at.run('setLanguageSettings', '/', { as: 'max', input: languages })
    const { data } = await read('language')
    expect(data).toMatchObject({ default_language: { token: 'pt-br' } })
    await write('language', { ...(isJsonObject(data) ? data : {}), available_languages: ['pt-br', 'de'] })
    expect(await at.site.languageSettings()).toMatchObject({ availableLanguages: ['de', 'pt-br'] })
  })
})

describe('the control panel of navigation', () => {
  it('sets the types that menus show', async () => {
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await addPublished(at, '/', { '@type': 'News Item', id: 'news', title: 'News' })
    const menu = async () => {
      const navigation = await at.run('getComponent', '/', { input: { name: 'navigation', parameters: {} } })
      return (navigation as { readonly items: readonly JsonObject[] }).items.map(({ title }) => title)
    }
    expect(await menu()).toEqual(['Home', 'Page', 'News'])
    await write('navigation', { displayed_types: ['News Item'] })
    expect(await menu()).toEqual(['Home', 'News'])
    await write('navigation', { displayed_types: null })
    expect(await menu()).toEqual(['Home', 'Page', 'News'])
  })
})

describe('the control panel of the time zone', () => {
  it('sets the time zone of a site that is an event, and the default of new events', async () => {
    await write('date-and-time', { portal_timezone: 'Europe/Berlin' })
    expect(await site()).toMatchObject({ 'plone.portal_timezone': 'Europe/Berlin' })
    const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
    const zoneAt = async (path: string) => (await at.run('getContent', path, { as: 'max', input })).content.timezone
    expect(await zoneAt('/')).toBe('Europe/Berlin')
    await write('tech-event-settings', { support_multiple_events: true })
    await addPublished(at, '/', { '@type': 'Tech Event', id: 'here', title: 'Here' })
    await addPublished(at, '/', { '@type': 'Tech Event', id: 'there', title: 'There', timezone: 'Asia/Tokyo' })
    expect([await zoneAt('/here'), await zoneAt('/there')]).toEqual(['Europe/Berlin', 'Asia/Tokyo'])
    const form = await at.run('getTypeSchema', '/', { as: 'max', input: { type: 'Tech Event', field: 'timezone' } })
    expect(form).toMatchObject({ default: 'Europe/Berlin' })
  })
})
