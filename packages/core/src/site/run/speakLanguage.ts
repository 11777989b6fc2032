import type { Catalog } from '../../foundation/messages.js'
import { type Language, languageChooser } from './chooseLanguage.js'
import type { LanguageSettings } from './languageSettings.js'

/** The language of one answer. It is chosen when the request reads the settings of the site. */
export interface SpokenLanguage {
  readonly wordIn: (settings: LanguageSettings) => Language
  /** The chosen language. For a request that is refused before, it is chosen by the settings that were read last. */
  language(): Promise<Language>
  /** The settings that it was chosen by; undefined for a request that is refused before. */
  settings(): LanguageSettings | undefined
}

/** Begins an answer; `accepted` gives the language ranges of the request, best first. */
export type SpeakLanguage = (accepted: () => readonly string[]) => SpokenLanguage

/** The settings when the site cannot be read. */
const untold: LanguageSettings = { defaultLanguage: 'en', availableLanguages: ['en'], useRequestNegotiation: false }

/**
 * Chooses the languages of answers: English, and the languages of `catalogs`, which are by language tag.
 *
 * @example
 * const spoken = languageSpeaker(site, { de: { Talk: 'Vortrag' } })(() => ['de-AT', 'en'])
 * await site.run('getContent', { ...asked, wordIn: spoken.wordIn })
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
