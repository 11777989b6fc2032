import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { type Catalog, translator } from '../../foundation/messages.js'
import type { LanguageSettings, Translation } from './languageSettings.js'

/** The language of a single response. It is chosen when the request reads the settings of the site. */
export interface NegotiatedLanguage {
  readonly chooseTranslation: (settings: LanguageSettings) => Language
  /**
   * Returns the chosen language. If the request failed before the language was chosen, the function chooses it from the
   * settings that were read last.
   */
  language(): Promise<Language>
  /**
   * Returns the settings that determined the language, or undefined if the request failed before the language was
   * chosen.
   */
  settings(): LanguageSettings | undefined
}

/**
 * Starts the language negotiation for one response. `accepted` returns the language ranges of the request, in order of
 * preference.
 */
export type NegotiateLanguage = (accepted: () => readonly string[]) => NegotiatedLanguage

/** The settings that are used if the site cannot be read. */
const fallbackSettings: LanguageSettings = {
  defaultLanguage: 'en',
  availableLanguages: ['en'],
  useRequestNegotiation: false,
}

/**
 * Returns a function that negotiates the language of each response. The available languages are English and the
 * languages of `catalogs`, whose keys are language tags.
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

/** The translation that was chosen for a response. */
export interface Language extends Translation {
  /** Whether the site allows requests to choose the language. */
  readonly isNegotiated: boolean
}

/**
 * Chooses the language of a response. `accepted` returns the language ranges of the request, in order of preference.
 */
type ChooseLanguage = (settings: LanguageSettings, accepted: () => readonly string[]) => Language

type ByRange = ReadonlyMap<string, Translation>

/**
 * Returns a function that chooses the language of the site or, if the site allows negotiation, the language of the
 * first accepted range that matches an available language (docs/http-answers.md, Language). If a range does not match,
 * it is truncated from its end, for example from `de-AT` to `de` (RFC 4647, section 3.4). `pt` also matches its first
 * region, `pt-BR`. English is always available, and is used if the language of the site has no catalog.
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
 * Returns a function that finds translations by language tag. English is always available. For a language without a
 * catalog, the function returns undefined.
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
 * Returns the translations by language range. Both `pt-br` and `pt` match pt-BR. For `pt`, a catalog with exactly this
 * tag takes precedence over catalogs with a region, and the first region takes precedence over other regions.
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
