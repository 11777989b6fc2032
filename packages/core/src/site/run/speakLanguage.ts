import type { Catalog } from '../../foundation/messages.js'
import { type Language, languageChooser } from './chooseLanguage.js'
import type { LanguageSettings } from './languageSettings.js'

/** The language of one answer, chosen when the request reads the settings of the site. */
export interface SpokenLanguage {
  readonly wordIn: (settings: LanguageSettings) => Language
  /** The chosen language. For a request that failed earlier, it is chosen by the settings that were read last. */
  language(): Promise<Language>
  /** The settings used for the choice; undefined for a request that failed earlier. */
  settings(): LanguageSettings | undefined
}

/** Starts the negotiation for an answer; `accepted` returns the language ranges of the request, best first. */
export type SpeakLanguage = (accepted: () => readonly string[]) => SpokenLanguage

/** Used if the site cannot be read. */
const untold: LanguageSettings = { defaultLanguage: 'en', availableLanguages: ['en'], useRequestNegotiation: false }

/**
 * Chooses the languages of answers: English, and the languages of `catalogs`, which are keyed by language tag.
 *
 * @example
 * const { chooseTranslation } = languageNegotiator(site, { de: { Talk: 'Vortrag' } })(() => ['de-AT', 'en'])
 * await site.run('getContent', { ...request, chooseTranslation })
 */
export function languageSpeaker(
  site: { languageSettings(): Promise<LanguageSettings> },
  catalogs: Readonly<Record<string, Catalog>> = {},
): SpeakLanguage {
  const choose = languageChooser(catalogs)
  let seen: LanguageSettings | undefined
  const read = async (): Promise<LanguageSettings> => {
    try {
      seen = await site.languageSettings()
      return seen
    } catch {
      return untold
    }
  }
  return accepted => {
    let chosen: Language | undefined
    let own: LanguageSettings | undefined
    const wordIn = (settings: LanguageSettings): Language => {
      own = settings
      seen = settings
      chosen = choose(settings, accepted)
      return chosen
    }
    return {
      wordIn,
      language: async () => chosen ?? choose(seen ?? (await read()), accepted),
      settings: () => own,
    }
  }
}
