import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import type { Translate } from '../../foundation/messages.js'
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
type FrameCache = Map<string, Frame>

const maxFrames = 20

const framesOf = memoizeByIdentity((_environment: Environment) =>
  memoizeByIdentity((_translate: Translate): FrameCache => new Map()),
)

/**
 * Returns the same object for equal frames, so that values computed within a frame can be memoized by identity. Without
 * a language, the translation of an embedder is unknown: each such request has its own frame.
 */
export function frameOf(frame: Frame): Frame {
  const { environment, base, language, translate } = frame
  if (language === undefined) return frame
  const frames = framesOf(environment)(translate)
  const key = `${language} ${base}`
  const hit = frames.get(key)
  if (hit) return hit
  if (frames.size >= maxFrames) frames.clear()
  frames.set(key, frame)
  return frame
}
