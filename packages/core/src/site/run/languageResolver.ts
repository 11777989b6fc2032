import type { Catalog } from '../../foundation/messages.js'
import type { SiteState } from './environment.js'
import type { LanguageSettings } from './languageSettings.js'
import { languageChooser } from './negotiateLanguage.js'

export interface LanguageResolver {
  /**
   * Returns the language of a response. If the settings for this state are unknown, returns null and starts loading
   * them. `accepted` returns the language ranges of the request, in order of preference.
   */
  languageOf(state: SiteState, accepted: () => readonly string[]): string | null
  learn(state: SiteState, settings: LanguageSettings): void
}

/**
 * Creates a resolver that determines the language of cached responses from the settings of the site. The settings are
 * read only once per state of the content.
 */
export function languageResolver(
  site: { languageSettings(): Promise<LanguageSettings> },
  catalogs: Readonly<Record<string, Catalog>> = {},
): LanguageResolver {
  const choose = languageChooser(catalogs)
  let loadedContent = ''
  let settings: LanguageSettings | null = null
  const load = async (content: string): Promise<void> => {
    loadedContent = content
    settings = null
    const loaded = await site.languageSettings()
    if (loadedContent === content) settings = loaded
  }
  return {
    languageOf: ({ content }, accepted) => {
      // A failure to read the store is ignored here, because the request that computes the response reports the error.
      if (loadedContent !== content) void load(content).catch(() => (loadedContent = ''))
      return settings && choose(settings, accepted).language
    },
    learn: ({ content }, loaded) => {
      if (loadedContent === content) settings = loaded
    },
  }
}
