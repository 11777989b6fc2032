import type { Translate } from '../../foundation/messages.js'
import { rememberOf } from '../../foundation/rememberOf.js'
import type { Environment } from './environment.js'

/** What answers to all callers have in common: the model, where addresses begin, and how texts are worded. */
export interface Frame {
  readonly environment: Environment
  /** URL of the site root, without a slash at its end. */
  readonly base: string
  /** The tag of the language of `translate`; undefined when the request does not say it. */
  readonly language: string | undefined
  readonly translate: Translate
}

/** Frames by base and language. Clients choose the base where none is configured, so few are kept. */
type Kept = Map<string, Frame>

const maxKept = 20

const keptBy = rememberOf((_environment: Environment) => rememberOf((_translate: Translate): Kept => new Map()))

/**
 * The same object for the same frame, so that what is made within it can be remembered. How an embedder words texts
 * without a language is not known: each such request has a frame of its own.
 */
export function frameOf(frame: Frame): Frame {
  const { environment, base, language, translate } = frame
  if (language === undefined) return frame
  const kept = keptBy(environment)(translate)
  const key = `${language} ${base}`
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= maxKept) kept.clear()
  kept.set(key, frame)
  return frame
}
