import type { Request } from 'express'

/** A longer `Accept-Language` is ignored (docs/http-answers.md, Language). */
const maxHeaderLength = 1000

/** The language ranges that a request accepts, best first. */
export const acceptedLanguages = (req: Request): readonly string[] =>
  (req.headers['accept-language'] ?? '').length > maxHeaderLength ? [] : req.acceptsLanguages()
