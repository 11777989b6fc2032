import type { Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'

/** Sources of an answer besides the content stamp, dates of objects, base URL, language and caller. */
export interface Dependence {
  /** Makes the ETag known before the answer is computed; omitted if it cannot be, as for names of users. */
  readonly parts?: JsonValue
  /** When the answer changes without a write; null, or omitted, if it never does. */
  readonly until?: Instant | null
  /** Whether votes change the answer. */
  readonly hasVotes?: boolean
}
