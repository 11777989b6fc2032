import type { Catalog } from '../../foundation/messages.js'
import { type Language, languageChooser } from './chooseLanguage.js'
import type { LanguageSettings } from './languageSettings.js'

/** The language of one answer: a visit to the site chooses it, by the settings that it finds there. */
export interface SpokenLanguage {
  readonly wordIn: (settings: LanguageSettings) => Language
  /** What was chosen; for what is refused before any visit by the settings that were seen last. */
  language(): Promise<Language>
}

/** Begins the language of an answer; `accepted` are the language ranges that the caller prefers, best first. */
export type SpeakLanguage = (accepted: () => readonly string[]) => SpokenLanguage

/** Of a site that cannot be asked. */
const untold: LanguageSettings = { defaultLanguage: 'en', availableLanguages: ['en'], useRequestNegotiation: false }

/**
 * Speaks the languages of a site: English, and those of catalogs by their tags.
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
    const wordIn = (settings: LanguageSettings): Language => {
      seen = settings
      chosen = choose(settings, accepted)
      return chosen
    }
    return { wordIn, language: async () => chosen ?? choose(seen ?? (await read()), accepted) }
  }
}
