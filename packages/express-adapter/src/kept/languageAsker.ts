import { type Catalog, type LanguageSettings, languageChooser, type Site, type SiteState } from '@plenum/core'
import type { Request } from 'express'
import { acceptedLanguages } from '../acceptedLanguages.js'

/** Finds the language of an answer by the settings that the site has in a state. */
export function languageAsker(
  site: Pick<Site, 'languageSettings'>,
  catalogs: Readonly<Record<string, Catalog>> = {},
): (req: Request, state: SiteState) => Promise<string> {
  const choose = languageChooser(catalogs)
  let seen: { readonly content: string; readonly settings: LanguageSettings } | undefined
  return async (req, { content }) => {
    if (seen?.content !== content) seen = { content, settings: await site.languageSettings() }
    return choose(seen.settings, () => acceptedLanguages(req)).language
  }
}
