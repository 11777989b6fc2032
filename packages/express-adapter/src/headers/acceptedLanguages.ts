import type { Catalog } from '@plenum/core'
import type { Request } from 'express'

export interface LanguageOptions {
  /** Languages in addition to English, by language tag. The site selects one of them, or `Accept-Language` does. */
  readonly catalogs?: Readonly<Record<string, Catalog>>
}

/**
 * The maximum length of an `Accept-Language` header, in characters. Longer headers are ignored (docs/http-answers.md,
 * Language).
 */
const maxHeaderLength = 1000

/** The language ranges that a request accepts, best first. */
export const acceptedLanguages = (req: Request): readonly string[] =>
  (req.headers['accept-language'] ?? '').length > maxHeaderLength ? [] : req.acceptsLanguages()
