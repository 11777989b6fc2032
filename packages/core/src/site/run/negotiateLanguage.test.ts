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
    const answerLanguage = speaker(async () => negotiating)(() => accepted)
    expect(await answerLanguage.language()).toMatchObject({ language, isNegotiated: true })
    expect(answerLanguage.chooseTranslation(negotiating).language).toBe(language)
  })

  it('is that of the request context, independent of later settings of the site', async () => {
    const answerLanguage = speaker(async () => negotiating)(() => ['de'])
    const german = { ...negotiating, defaultLanguage: 'de', useRequestNegotiation: false }
    expect(answerLanguage.chooseTranslation(german).translate({ id: 'Talk' })).toBe('Vortrag')
    expect(await answerLanguage.language()).toMatchObject({ language: 'de', isNegotiated: false })
  })

  it('is English if the settings cannot be read', async () => {
    const answerLanguage = speaker(() => Promise.reject(new Error('closed')))(() => ['de'])
    expect(await answerLanguage.language()).toMatchObject({ language: 'en', isNegotiated: false })
  })
})
