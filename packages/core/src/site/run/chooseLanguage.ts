import { type Catalog, translator } from '../../foundation/messages.js'
import { rememberOf } from '../../foundation/rememberOf.js'
import type { LanguageSettings, Wording } from './languageSettings.js'

/** The language of an answer. */
export interface Language extends Wording {
  /** Whether the site lets the request choose the language. */
  readonly isNegotiated: boolean
}

/** Chooses a language by the settings of a site; `accepted` returns the language ranges of the request, best first. */
type ChooseLanguage = (settings: LanguageSettings, accepted: () => readonly string[]) => Language

/** Translations by language range, in lower case. */
type ByRange = ReadonlyMap<string, Wording>

/**
 * Chooses the language of an answer (docs/http-answers.md, Language): the language of the site, or, if the site allows
 * negotiation, the first accepted range that matches an available language. A range without a match is shortened from
 * its end: `de-AT` -> `de` (RFC 4647, 3.4); `pt` also matches its first region, `pt-BR`. English is always available
 * and replaces a site language without a catalog.
 */
export function languageChooser(catalogs: Readonly<Record<string, Catalog>>): ChooseLanguage {
  const english = wordingIn('en', catalogs.en)
  const others = Object.entries(catalogs).map(([tag, catalog]) => wordingIn(tag, catalog))
  const all = byRanges([...others, english].map(wording => [wording.language, wording]))
  const available = (tags: readonly string[]): ByRange =>
    byRanges(
      tags.flatMap((tag): [string, Wording][] => {
        const wording = lookUp(all, tag)
        return wording ? [[tag, wording]] : []
      }),
    )
  const usualOf = rememberOf(({ defaultLanguage }: LanguageSettings): Language => {
    return { ...(lookUp(all, defaultLanguage) ?? english), isNegotiated: false }
  })
  const offeredOf = rememberOf(({ defaultLanguage, availableLanguages }: LanguageSettings) =>
    available([defaultLanguage, ...availableLanguages]),
  )
  return (settings, accepted) => {
    const usual = usualOf(settings)
    if (!settings.useRequestNegotiation) return usual
    const offered = offeredOf(settings)
    const chosen = accepted().flatMap(range => (range === '*' ? usual : (lookUp(offered, range) ?? [])))
    return { ...(chosen[0] ?? usual), isNegotiated: true }
  }
}

function wordingIn(language: string, catalog: Catalog = {}): Wording {
  return { language, translate: translator(catalog) }
}

/**
 * `pt-br` and `pt` both map to pt-BR. An exact tag takes precedence over a bare language; the first of two regions
 * wins.
 */
function byRanges(tagged: readonly (readonly [string, Wording])[]): ByRange {
  return new Map([
    ...tagged.toReversed().map(([tag, wording]) => [tag.toLowerCase().replace(/-.*/, ''), wording] as const),
    ...tagged.map(([tag, wording]) => [tag.toLowerCase(), wording] as const),
  ])
}

function lookUp(wordings: ByRange, range: string): Wording | undefined {
  for (let rest = range.toLowerCase(); rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
    const wording = wordings.get(rest)
    if (wording) return wording
  }
  return undefined
}
