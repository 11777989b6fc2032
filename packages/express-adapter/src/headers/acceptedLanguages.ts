import type { Catalog } from '@plenum/core'
import type { Request } from 'express'

export interface LanguageOptions {
  /** Languages besides English, by tag; the site chooses one, or lets `Accept-Language` choose. */
  readonly catalogs?: Readonly<Record<string, Catalog>>
}

/** A longer `Accept-Language` is ignored (docs/http-answers.md, Language). */
const maxHeaderLength = 1000

/** The language ranges that a request accepts, best first. */
export const acceptedLanguages = (req: Request): readonly string[] =>
  (req.headers['accept-language'] ?? '').length > maxHeaderLength ? [] : req.acceptsLanguages()
