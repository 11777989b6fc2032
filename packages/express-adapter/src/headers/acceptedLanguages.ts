import type { Catalog } from '@plenum/core'
import type { Request } from 'express'

export interface LanguageOptions {
  /**
   * The message catalogs of languages other than English, by language tag. The site or `Accept-Language` selects a
   * catalog.
   */
  readonly catalogs?: Readonly<Record<string, Catalog>>
}

/** The maximum length of an `Accept-Language` header. Longer headers are ignored (docs/http-answers.md, Language). */
const maxHeaderLength = 1000

export const acceptedLanguages = (req: Request): readonly string[] =>
  (req.headers['accept-language'] ?? '').length > maxHeaderLength ? [] : req.acceptsLanguages()
