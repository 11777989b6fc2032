import type { Catalog } from '../../foundation/messages.js'
import { type Language, languageChooser } from './chooseLanguage.js'
import type { LanguageSettings } from './languageSettings.js'

/** The language of one answer, chosen when the request reads the settings of the site. */
export interface NegotiatedLanguage {
  readonly chooseTranslation: (settings: LanguageSettings) => Language
  /** The chosen language. For a request that failed earlier, it is chosen by the settings that were read last. */
  language(): Promise<Language>
  /** The settings used for the choice; undefined for a request that failed earlier. */
  settings(): LanguageSettings | undefined
}

/** Starts the negotiation for an answer; `accepted` returns the language ranges of the request, best first. */
export type NegotiateLanguage = (accepted: () => readonly string[]) => NegotiatedLanguage

/** Used if the site cannot be read. */
const fallbackSettings: LanguageSettings = {
  defaultLanguage: 'en',
  availableLanguages: ['en'],
  useRequestNegotiation: false,
}

/**
 * Chooses the languages of answers: English, and the languages of `catalogs`, which are keyed by language tag.
 *
 * @example
 * const { chooseTranslation } = languageNegotiator(site, { de: { Talk: 'Vortrag' } })(() => ['de-AT', 'en'])
 * await site.run('getContent', { ...request, chooseTranslation })
 */
export function languageNegotiator(
  site: { languageSettings(): Promise<LanguageSettings> },
  catalogs: Readonly<Record<string, Catalog>> = {},
): NegotiateLanguage {
  const choose = languageChooser(catalogs)
  let lastSettings: LanguageSettings | undefined
  const readSettings = async (): Promise<LanguageSettings> => {
    try {
      lastSettings = await site.languageSettings()
      return lastSettings
    } catch {
      return fallbackSettings
    }
  }
  return accepted => {
    let choice: Language | undefined
    let usedSettings: LanguageSettings | undefined
    const chooseTranslation = (settings: LanguageSettings): Language => {
      usedSettings = settings
      lastSettings = settings
      choice = choose(settings, accepted)
      return choice
    }
    return {
      chooseTranslation,
      language: async () => choice ?? choose(lastSettings ?? (await readSettings()), accepted),
      settings: () => usedSettings,
    }
  }
}
