import { type Catalog, type LanguageSettings, languageChooser, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { acceptedLanguages } from '../acceptedLanguages.js'

/**
 * Finds the language of an answer by the settings that the site has in a state; null where they have to be read first,
 * which is begun.
 */
export function languageAsker(
  site: Pick<Site, 'languageSettings'>,
  catalogs: Readonly<Record<string, Catalog>> = {},
): (req: Request, state: SiteState) => string | null {
  const choose = languageChooser(catalogs)
  let read = ''
  let settings: LanguageSettings | null = null
  const begin = async (content: string): Promise<void> => {
    read = content
    settings = null
    const found = await site.languageSettings()
    if (read === content) settings = found
  }
  return (req, { content }) => {
    // Whoever is answered the long way is told of a store that cannot be read.
    if (read !== content) void begin(content).catch(() => (read = ''))
    return settings && choose(settings, () => acceptedLanguages(req)).language
  }
}
