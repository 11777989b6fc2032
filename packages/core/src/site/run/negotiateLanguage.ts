import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { type Catalog, translator } from '../../foundation/messages.js'
import type { LanguageSettings, Translation } from './languageSettings.js'

/** The language of one response. It is chosen when the request reads the settings of the site. */
export interface NegotiatedLanguage {
  readonly chooseTranslation: (settings: LanguageSettings) => Language
  /**
   * Returns the chosen language. If the request failed before the choice, the settings that were read last determine
   * the language.
   */
  language(): Promise<Language>
  /** Returns the settings that determined the language. Undefined if the request failed before the choice. */
  settings(): LanguageSettings | undefined
}

/**
 * Creates the language of one response. `accepted` returns the language ranges of the request, the preferred range
 * first.
 */
export type NegotiateLanguage = (accepted: () => readonly string[]) => NegotiatedLanguage

/** The settings that are used if the site cannot be read. */
const fallbackSettings: LanguageSettings = {
  defaultLanguage: 'en',
  availableLanguages: ['en'],
  useRequestNegotiation: false,
}

/**
 * Chooses the language of each response from English and the languages of `catalogs`, whose keys are language tags.
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

/** The language of a response. */
export interface Language extends Translation {
  /** Whether the site allows the request to choose the language. */
  readonly isNegotiated: boolean
}

/** Chooses a language. `accepted` returns the language ranges of the request, the preferred range first. */
type ChooseLanguage = (settings: LanguageSettings, accepted: () => readonly string[]) => Language

type ByRange = ReadonlyMap<string, Translation>

/**
 * Returns the language of the site or, if the site allows negotiation, the language of the first accepted range that
 * matches an available language (docs/http-answers.md, Language). A range without a match is truncated from its end:
 * `de-AT` -> `de` (RFC 4647, section 3.4). `pt` also matches its first region, `pt-BR`. English is always available and
 * replaces a site language that has no catalog.
 */
export function languageChooser(catalogs: Readonly<Record<string, Catalog>>): ChooseLanguage {
  const english = translationIn('en', catalogs.en)
  const shipped = Object.entries(catalogs).map(([tag, catalog]) => translationIn(tag, catalog))
  const byTag = byRanges([...shipped, english].map(translation => [translation.language, translation]))
  const available = (tags: readonly string[]): ByRange =>
    byRanges(
      tags.flatMap((tag): [string, Translation][] => {
        const translation = lookUp(byTag, tag)
        return translation ? [[tag, translation]] : []
      }),
    )
  const siteLanguageOf = memoizeByIdentity(({ defaultLanguage }: LanguageSettings): Language => {
    return { ...(lookUp(byTag, defaultLanguage) ?? english), isNegotiated: false }
  })
  const offeredOf = memoizeByIdentity(({ defaultLanguage, availableLanguages }: LanguageSettings) =>
    available([defaultLanguage, ...availableLanguages]),
  )
  return (settings, accepted) => {
    const siteLanguage = siteLanguageOf(settings)
    if (!settings.useRequestNegotiation) return siteLanguage
    const offered = offeredOf(settings)
    const matches = accepted().flatMap(range => (range === '*' ? siteLanguage : (lookUp(offered, range) ?? [])))
    return { ...(matches[0] ?? siteLanguage), isNegotiated: true }
  }
}

/**
 * Returns a function that finds the translation into a language by its tag. English is always available. The function
 * returns undefined for a language without a catalog.
 */
export function translationFinder(
  catalogs: Readonly<Record<string, Catalog>>,
): (language: string) => Translation | undefined {
  const all = { en: {}, ...catalogs }
  const byTag = byRanges(Object.entries(all).map(([tag, catalog]) => [tag, translationIn(tag, catalog)]))
  return language => lookUp(byTag, language)
}

function translationIn(language: string, catalog: Catalog = {}): Translation {
  return { language, translate: translator(catalog) }
}

/**
 * Returns the translations by language range. Both `pt-br` and `pt` refer to pt-BR. An exact tag takes precedence over
 * a bare language, and the first of two regions takes precedence over the second.
 */
const byRanges = (tagged: readonly (readonly [string, Translation])[]): ByRange =>
  new Map([
    ...tagged.toReversed().map(([tag, translation]) => [tag.toLowerCase().replace(/-.*/, ''), translation] as const),
    ...tagged.map(([tag, translation]) => [tag.toLowerCase(), translation] as const),
  ])

function lookUp(translations: ByRange, range: string): Translation | undefined {
  for (let rest = range.toLowerCase(); rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
    const translation = translations.get(rest)
    if (translation) return translation
  }
  return undefined
}
