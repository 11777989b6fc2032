import { type Catalog, type LanguageSettings, languageChooser, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { acceptedLanguages } from '../acceptedLanguages.js'

export interface LanguageAsker {
  /**
   * The language of an answer in a state of the site; null if the settings are unknown, in which case reading them
   * starts.
   */
  languageOf(req: Request, state: SiteState): string | null
  /** Stores the settings of the site in a state. */
  learn(state: SiteState, settings: LanguageSettings): void
}

/** Determines the language of answers from the settings of a site. */
export function languageAsker(
  site: Pick<Site, 'languageSettings'>,
  catalogs: Readonly<Record<string, Catalog>> = {},
): LanguageAsker {
  const choose = languageChooser(catalogs)
  let read = ''
  let settings: LanguageSettings | null = null
  const begin = async (content: string): Promise<void> => {
    read = content
    settings = null
    const found = await site.languageSettings()
    if (read === content) settings = found
  }
  return {
    languageOf: (req, { content }) => {
      // The uncached path reports a store that cannot be read.
      if (read !== content) void begin(content).catch(() => (read = ''))
      return settings && choose(settings, () => acceptedLanguages(req)).language
    },
    learn: ({ content }, found) => {
      if (read === content) settings = found
    },
  }
}
