import type { Translate } from '../../foundation/messages.js'
import { rememberOf } from '../../foundation/rememberOf.js'
import type { Environment } from './environment.js'

/** Request properties that many callers share: the model, the base URL and the translation. */
export interface Frame {
  readonly environment: Environment
  /** URL of the site root, without a slash at its end. */
  readonly base: string
  /** Tag of the language of `translate`; undefined if the request does not give it. */
  readonly language: string | undefined
  readonly translate: Translate
}

/** Frames by base URL and language. Clients choose the base URL if none is configured, so the map is bounded. */
type Kept = Map<string, Frame>

const maxKept = 20

const keptBy = rememberOf((_environment: Environment) => rememberOf((_translate: Translate): Kept => new Map()))

/**
 * Returns the same object for equal frames, so that values computed within a frame can be memoized by identity. Without
 * a language, the translation of an embedder is unknown: each such request has its own frame.
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
