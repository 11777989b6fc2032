import type { ContentPayload } from '../../answers/content.js'
import type { Lineage } from '../../content/node/lineage.js'
import { shareText } from '../../foundation/sharedText.js'
import { textUpTo } from '../../foundation/shortJson.js'
import type { Frame } from '../run/frame.js'

/** The inputs of the payload of an object; equal parts are identical objects. */
export interface Making {
  readonly lineage: Lineage
  readonly frame: Frame
  /** Inputs in addition to lineage and frame. */
  readonly parts: readonly unknown[]
}

interface Known extends Making {
  /** Null until the second request, and if it is too long. */
  payload: ContentPayload | null
  isLong: boolean
}

const knownOf = new WeakMap<Lineage, Known>()

/** The maximum length of a cached payload in characters. */
const longest = 8000

/**
 * The cached payload of an object, while all inputs are the same (docs/caching.md, Reads that are remembered, rule 4).
 * The first result is uncached and may be changed; cached ones are immutable.
 */
export function rememberedPayload(making: Making, make: () => ContentPayload): ContentPayload {
  const known = knownOf.get(making.lineage)
  if (known?.frame !== making.frame || !sameItems(known.parts, making.parts)) {
    knownOf.set(making.lineage, { ...making, payload: null, isLong: false })
    return make()
  }
  if (known.payload) return known.payload
  const payload = make()
  known.isLong ||= textUpTo(payload, longest) === null
  if (!known.isLong) known.payload = shareText(payload)
  return payload
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
