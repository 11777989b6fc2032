import type { CatalogFacts } from '../content/store/catalog.js'
import type { Instant } from '../foundation/instants.js'

type Columns = CatalogFacts['columns']

/** Whether a slot has a start, an end and one of the given states, regardless of its publication and expiry dates. */
export const isScheduled = ({ start, end, review_state }: Columns, states: readonly string[]): boolean =>
  typeof start === 'number' && typeof end === 'number' && states.includes(String(review_state))

export const isActive = (columns: Columns, now: Instant): boolean =>
  isPublished(columns, now) && !(typeof columns.expires === 'number' && columns.expires <= now)

/** Whether the object was ever visible: it has been published, and had not already expired when it was published. */
export const wasActive = (columns: Columns, now: Instant): boolean => {
  const { effective, expires } = columns
  return isPublished(columns, now) && !(typeof expires === 'number' && expires <= Number(effective ?? 0))
}

const isPublished = ({ effective }: Columns, now: Instant): boolean =>
  !(typeof effective === 'number' && effective > now)
