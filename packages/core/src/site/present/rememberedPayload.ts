import type { Lineage } from '../../content/node/lineage.js'
import type { JsonObject } from '../../foundation/json.js'
import { shareText } from '../../foundation/sharedText.js'
import { textUpTo } from '../../foundation/shortJson.js'
import type { Frame } from '../run/frame.js'

/** What the payload of an object is made from; equal parts are the same objects. */
export interface Making {
  readonly lineage: Lineage
  readonly frame: Frame
  /** All that it depends on beside lineage and frame. */
  readonly parts: readonly unknown[]
}

interface Known extends Making {
  /** Null before somebody has asked for it twice, and when it is too long. */
  payload: JsonObject | null
  isLong: boolean
}

const knownOf = new WeakMap<Lineage, Known>()

/** Characters of the longest payload that is remembered. */
const longest = 8000

/**
 * The payload that was made last of an object, as long as all that is in it is the same (docs/caching.md, Reads that are
 * remembered, rule 4). Whoever is the first to ask gets one to change; nobody may change that of the others.
 */
export function rememberedPayload(making: Making, make: () => JsonObject): JsonObject {
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
