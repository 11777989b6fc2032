import { type Catalog, type Translate, translator } from '@plenum/core'
import type { Request } from 'express'

/** A language that answers may be in. */
export interface Language {
  /** Its tag, as `Content-Language` has it. */
  readonly tag: string
  readonly translate: Translate
}

/**
 * Tells the language of each request from `Accept-Language`: of the ranges that are sent, best first, the first that
 * leads to a catalog, cut at its end until it does (RFC 4647, 3.4). A language leads to its first region where it has
 * no catalog of its own: `pt` to pt-BR (decisions, section 1). English is always there, and where nothing else leads.
 */
export function languageChooser(
  catalogs: Readonly<Record<string, Catalog>> = {},
): (req: Pick<Request, 'acceptsLanguages'>) => Language {
  const english = languageOf('en', catalogs.en)
  const others = Object.entries(catalogs).map(([tag, catalog]) => languageOf(tag, catalog))
  const byRange = new Map([
    ...others.toReversed().map(language => [withoutRegion(language.tag), language] as const),
    ...others.map(language => [language.tag.toLowerCase(), language] as const),
    ['en', english],
    ['*', english],
  ])
  const lookUp = (range: string): Language | undefined =>
    byRange.get(range) ?? (range.includes('-') ? lookUp(range.slice(0, range.lastIndexOf('-'))) : undefined)
  return req => {
    for (const range of req.acceptsLanguages()) {
      const language = lookUp(range.toLowerCase())
      if (language) return language
    }
    return english
  }
}

function languageOf(tag: string, catalog: Catalog = {}): Language {
  return { tag, translate: translator(catalog) }
}

function withoutRegion(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, '')
}
