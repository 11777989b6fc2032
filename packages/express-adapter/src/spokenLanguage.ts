import type { ChooseLanguage, Language, LanguageSettings, Site } from '@plenum/core'
import type { Request } from 'express'

/** The language of one exchange: a visit to the site chooses it, by the settings that it finds there. */
export interface SpokenLanguage {
  readonly wordIn: (settings: LanguageSettings) => Language
  /** What was chosen; for what is refused before any visit by the settings that were seen last. */
  language(): Promise<Language>
}

/** Of a site that cannot be asked. */
const untold: LanguageSettings = { defaultLanguage: 'en', availableLanguages: ['en'], useRequestNegotiation: false }

/** A longer `Accept-Language` is ignored (docs/http-answers.md, Language). */
const maxHeaderLength = 1000

/** Begins the language of each exchange with a site. */
export function languageSpeaker(
  site: Pick<Site, 'languageSettings'>,
  choose: ChooseLanguage,
): (req: Request) => SpokenLanguage {
  let seen: LanguageSettings | undefined
  const read = async (): Promise<LanguageSettings> => {
    try {
      seen = await site.languageSettings()
      return seen
    } catch {
      return untold
    }
  }
  return req => {
    const accepted = () => acceptedBy(req)
    let chosen: Language | undefined
    const wordIn = (settings: LanguageSettings): Language => {
      seen = settings
      chosen = choose(settings, accepted)
      return chosen
    }
    return { wordIn, language: async () => chosen ?? choose(seen ?? (await read()), accepted) }
  }
}

function acceptedBy(req: Request): readonly string[] {
  const header = req.get('accept-language') ?? ''
  return header.length > maxHeaderLength ? [] : req.acceptsLanguages()
}
