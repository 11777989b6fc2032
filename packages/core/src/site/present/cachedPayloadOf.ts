import type { ContentPayload } from '../../answers/content.js'
import type { Lineage } from '../../content/node/lineage.js'
import { shareText } from '../../foundation/sharedText.js'
import { textUpTo } from '../../foundation/shortJson.js'
import type { Frame } from '../run/frame.js'

/** The inputs of the payload of an object; equal parts are identical objects. */
export interface PayloadInputs {
  readonly lineage: Lineage
  readonly frame: Frame
  /** Inputs in addition to lineage and frame. */
  readonly parts: readonly unknown[]
}

interface CachedPayload extends PayloadInputs {
  /** Null until the second request, and if it is too long. */
  payload: ContentPayload | null
  isLong: boolean
}

const cachedPayloads = new WeakMap<Lineage, CachedPayload>()

/** The maximum length of a cached payload in characters. */
const maxLength = 8000

/**
 * The cached payload of an object, while all inputs are the same (docs/caching.md, Cached reads, rule 4).
 * The first result is uncached and may be changed; cached ones are immutable.
 */
export function cachedPayloadOf(inputs: PayloadInputs, compute: () => ContentPayload): ContentPayload {
  const cached = cachedPayloads.get(inputs.lineage)
  if (cached?.frame !== inputs.frame || !sameItems(cached.parts, inputs.parts)) {
    cachedPayloads.set(inputs.lineage, { ...inputs, payload: null, isLong: false })
    return compute()
  }
  if (cached.payload) return cached.payload
  const payload = compute()
  cached.isLong ||= textUpTo(payload, maxLength) === null
  if (!cached.isLong) cached.payload = shareText(payload)
  return payload
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
