import { type Catalog, translator } from '../../foundation/messages.js'
import type { LanguageSettings, Wording } from './languageSettings.js'

/** A language that an answer is in. */
export interface Language extends Wording {
  /** Whether it was the request's to choose. */
  readonly isNegotiated: boolean
}

/** Chooses by the settings of a site; `accepted` are the language ranges that the caller prefers, best first. */
type ChooseLanguage = (settings: LanguageSettings, accepted: () => readonly string[]) => Language

/** Wordings by the lower case of what leads to them. */
type ByRange = ReadonlyMap<string, Wording>

/**
 * Chooses the language of an answer (docs/http-answers.md, Language): that of the site or, where the site lets requests
 * choose, that of the first range that leads to an available one. A range, like the tag of a setting, leads to the
 * language that it names, and is cut at its end until it does (RFC 4647, 3.4); `pt` leads to its first region, pt-BR.
 * English is always there, and where the language of the site leads to none.
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
  return ({ defaultLanguage, availableLanguages, useRequestNegotiation: isNegotiated }, accepted) => {
    const usual = lookUp(all, defaultLanguage) ?? english
    if (!isNegotiated) return { ...usual, isNegotiated }
    const offered = available([defaultLanguage, ...availableLanguages])
    const chosen = accepted().flatMap(range => (range === '*' ? usual : (lookUp(offered, range) ?? [])))
    return { ...(chosen[0] ?? usual), isNegotiated }
  }
}

function wordingIn(language: string, catalog: Catalog = {}): Wording {
  return { language, translate: translator(catalog) }
}

/** A tag comes before what only its language leads to, and of two regions of a language the first. */
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
