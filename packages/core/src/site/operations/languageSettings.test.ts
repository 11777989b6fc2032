import { createTestSite, type TestSite } from '@plenum/testkit'
import { DomainError } from '../../foundation/messages.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'
import { createSite } from '../createSite.js'
import type { LanguageSettings } from '../run/languageSettings.js'

const untouched = { defaultLanguage: 'en', availableLanguages: ['en'], useRequestNegotiation: false }
const german = { defaultLanguage: 'de', availableLanguages: ['de', 'pt-BR'], useRequestNegotiation: true }

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
})

const set = (input: Partial<LanguageSettings>, as: 'max' | 'sia' = 'max') =>
  test.run('setLanguageSettings', '/', { as, input })
const get = () => test.run('getLanguageSettings', '/', { as: 'max', input: undefined })

describe('the languages of a site', () => {
  it('are English only, and cannot be chosen by requests', async () => {
    expect(await get()).toEqual(untouched)
    expect(await test.site.languageSettings()).toEqual(untouched)
  })

  it('are replaced if sent, and otherwise preserved', async () => {
    expect(await set(german)).toEqual(german)
    expect(await set({ useRequestNegotiation: false })).toEqual({ ...german, useRequestNegotiation: false })
    expect(await get()).toEqual({ ...german, useRequestNegotiation: false })
    expect(await test.site.languageSettings()).toEqual(await get())
  })

  it('of a new site are the languages of its creation', async () => {
    const site = createSite({ ...test.platform, store: memoryContentStore() })
    await expect(site.initialize({ title: 'Site', creator: 'max', language: 'x' })).rejects.toThrow(DomainError)
    await site.initialize({ title: 'Site', creator: 'max', language: 'de' })
    await site.initialize({ title: 'Site', creator: 'max', language: 'es' })
    expect(await site.languageSettings()).toEqual({ ...untouched, defaultLanguage: 'de', availableLanguages: ['de'] })
  })

  it.each<[Partial<Record<keyof LanguageSettings, unknown>>, readonly string[]]>([
    [{ defaultLanguage: 'deutsch' }, ['default_language', 'available_languages']],
    [{ defaultLanguage: '' }, ['default_language', 'available_languages']],
    [{ defaultLanguage: 5 }, ['default_language', 'available_languages']],
    [{ defaultLanguage: 'de' }, ['available_languages']],
    [{ availableLanguages: [] }, ['available_languages']],
    [{ availableLanguages: ['de'] }, ['available_languages']],
    [{ availableLanguages: ['en', 'd e'] }, ['available_languages']],
    [{ availableLanguages: 'en' }, ['available_languages']],
    [{ availableLanguages: Array(101).fill('en') }, ['available_languages']],
    [{ useRequestNegotiation: 'yes' }, ['use_request_negotiation']],
  ])('reject %j without changes', async (wrong, fields) => {
    const refusal = await set(wrong as Partial<LanguageSettings>).catch(error => error)
    expect(refusal).toBeInstanceOf(DomainError)
    expect(refusal.details.problems.map(({ field }: { field: string }) => field)).toEqual(fields)
    expect(await get()).toEqual(untouched)
  })

  it('require permission to manage the site, and exist only at its root', async () => {
    await expect(set(german, 'sia')).rejects.toMatchObject({ code: 'unauthorized' })
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'c', title: 'C' } })
    const elsewhere = test.run('setLanguageSettings', '/c', { as: 'max', input: german })
    await expect(elsewhere).rejects.toMatchObject({ code: 'not-found' })
  })

  it('are neither written by a PATCH of the root nor presented by a GET', async () => {
    const body = { default_language: 'de', available_languages: ['de'], use_request_negotiation: true }
    await test.run('editContent', '/', { as: 'max', input: { body, representation: false } })
    expect(await get()).toEqual(untouched)
    const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
    const { content } = await test.run('getContent', '/', { as: 'max', input })
    for (const name of Object.keys(body)) expect(content).not.toHaveProperty(name)
  })

  it('remain if the root is edited', async () => {
    await set(german)
    await test.run('editContent', '/', { as: 'max', input: { body: { title: 'Home' }, representation: false } })
    expect(await get()).toEqual(german)
  })
})
