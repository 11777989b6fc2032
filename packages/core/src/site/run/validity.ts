import type { ContentStore } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { Visit } from './visit.js'

/** The time in which unchanged content gives the same answers: publishing and expiration dates end it. */
export interface Validity {
  /** The last of these dates in the past; null when there is none. */
  readonly since: Instant | null
  /** The next of these dates; null when there is none. */
  readonly until: Instant | null
}

export function isWithin({ since, until }: Validity, now: Instant): boolean {
  return (since === null || since <= now) && (until === null || now < until)
}

/** Of each store what was found last, as long as its content stays. */
const found = new WeakMap<ContentStore, { readonly stamp: string; readonly validity: Validity }>()

/** Between which dates the site is at the moment of the visit. Looked up once as long as that stays so. */
export async function validityAt(visit: Visit): Promise<Validity> {
  const { environment, stamp, now } = visit
  const last = found.get(environment.store)
  if (last?.stamp === stamp && isWithin(last.validity, now)) return last.validity
  const validity = await findValidity(visit)
  found.set(environment.store, { stamp, validity })
  return validity
}

async function findValidity(visit: Visit): Promise<Validity> {
  const { now } = visit
  const [published, expired] = await Promise.all(indexes.map(index => dateBeside(visit, { index, max: now })))
  const [publishing, expiring] = await Promise.all(indexes.map(index => dateBeside(visit, { index, min: now + 1 })))
  return { since: chooseKnown(Math.max, published, expired), until: chooseKnown(Math.min, publishing, expiring) }
}

const indexes = ['effective', 'expires'] as const

interface Side {
  readonly index: (typeof indexes)[number]
  readonly min?: Instant | null
  readonly max?: Instant | null
}

/** The nearest date of an index before or after a moment. */
async function dateBeside({ reader }: Visit, { index, min = null, max = null }: Side): Promise<Instant | null> {
  const { items } = await reader.search({
    principals: 'system',
    where: [{ kind: 'range', index, min, max }],
    sort: [{ by: index, descending: min === null }],
    size: 1,
  })
  const date = items[0]?.columns[index]
  return typeof date === 'number' ? date : null
}

function chooseKnown(choose: (...dates: number[]) => number, ...dates: readonly (Instant | null | undefined)[]) {
  const known = dates.filter(date => typeof date === 'number')
  return known.length > 0 ? choose(...known) : null
}
