import { type Catalog, type LanguageSettings, languageChooser, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { acceptedLanguages } from '../headers/acceptedLanguages.js'

export interface LanguageResolver {
  /**
   * The language of an answer in a state of the site; null if the settings are unknown, in which case reading them
   * starts.
   */
  languageOf(req: Request, state: SiteState): string | null
  /** Stores the settings of the site in a state. */
  learn(state: SiteState, settings: LanguageSettings): void
}

/** Determines the language of answers from the settings of a site. */
export function languageResolver(
  site: Pick<Site, 'languageSettings'>,
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
    languageOf: (req, { content }) => {
      // The uncached path reports a store that cannot be read.
      if (loadedContent !== content) void load(content).catch(() => (loadedContent = ''))
      return settings && choose(settings, () => acceptedLanguages(req)).language
    },
    learn: ({ content }, loaded) => {
      if (loadedContent === content) settings = loaded
    },
  }
}
