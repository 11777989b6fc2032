import { type Catalog, type Translate, translator } from '@plenum/core'
import type { Request } from 'express'

/** A language that answers may be in. */
export interface Language {
  /** Its tag, as `Content-Language` has it. */
  readonly tag: string
  readonly translate: Translate
}

/** Characters of `Accept-Language`; a longer one is ignored (decisions, section 9). */
const longestHeader = 1000

/**
 * Tells the language of each request from `Accept-Language`: of the ranges that are sent, best first, the first that
 * leads to a catalog, cut at its end until it does (RFC 4647, 3.4). A language leads to its first region where it has
 * no catalog of its own: `pt` to pt-BR (decisions, section 1). English is always there, and where nothing else leads.
 */
export function languageChooser(
  catalogs: Readonly<Record<string, Catalog>> = {},
): (req: Pick<Request, 'acceptsLanguages' | 'headers'>) => Language {
  const english = languageOf('en', catalogs.en)
  const others = Object.entries(catalogs).map(([tag, catalog]) => languageOf(tag, catalog))
  const byRange = new Map([
    ...others.toReversed().map(language => [withoutRegion(language.tag), language] as const),
    ...others.map(language => [language.tag.toLowerCase(), language] as const),
    ['en', english],
    ['*', english],
  ])
  const lookUp = (range: string): Language | undefined => {
    for (let end = range.length; end > 0; end = range.lastIndexOf('-', end - 1)) {
      const language = byRange.get(range.slice(0, end))
      if (language) return language
    }
    return undefined
  }
  return req => {
    if ((req.headers['accept-language'] ?? '').length > longestHeader) return english
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
