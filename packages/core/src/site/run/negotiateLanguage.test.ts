import type { LanguageSettings } from './languageSettings.js'
import { languageNegotiator } from './negotiateLanguage.js'

const catalogs = { de: { Talk: 'Vortrag' }, 'pt-BR': { Talk: 'Palestra' } }
const negotiating: LanguageSettings = {
  defaultLanguage: 'en',
  availableLanguages: ['en', 'de', 'pt-BR'],
  useRequestNegotiation: true,
}

const speaker = (settings: () => Promise<LanguageSettings>) =>
  languageNegotiator({ languageSettings: settings }, catalogs)

describe('the language of an answer (docs/http-answers.md, Language)', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt'], 'pt-BR'],
    [['fr', '*'], 'en'],
    [[], 'en'],
  ])('for the header %j is %s', async (accepted, language) => {
    const spoken = speaker(async () => negotiating)(() => accepted)
    expect(await spoken.language()).toMatchObject({ language, isNegotiated: true })
    expect(spoken.chooseTranslation(negotiating).language).toBe(language)
  })

  it('is that of the request context, independent of later settings of the site', async () => {
    const spoken = speaker(async () => negotiating)(() => ['de'])
    const german = { ...negotiating, defaultLanguage: 'de', useRequestNegotiation: false }
    expect(spoken.chooseTranslation(german).translate({ id: 'Talk' })).toBe('Vortrag')
    expect(await spoken.language()).toMatchObject({ language: 'de', isNegotiated: false })
  })

  it('is English if the settings cannot be read', async () => {
    const spoken = speaker(() => Promise.reject(new Error('closed')))(() => ['de'])
    expect(await spoken.language()).toMatchObject({ language: 'en', isNegotiated: false })
  })
})
