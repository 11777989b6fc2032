import type { ContentStore } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { Visit } from './visit.js'

/**
 * The period in which unchanged content gives the same answers: publication and expiry dates change the visibility of
 * objects without a write.
 */
export interface Validity {
  /** The last such date in the past; null if none has passed. */
  readonly since: Instant | null
  /** The next such date, when the period ends; null if there is none. */
  readonly until: Instant | null
}

export function isWithin({ since, until }: Validity, now: Instant): boolean {
  return (since === null || since <= now) && (until === null || now < until)
}

/** The last validity of each store, valid for one content stamp. */
const found = new WeakMap<ContentStore, { readonly stamp: string; readonly validity: Validity }>()

/** The validity at the time of the context, looked up once per period. */
export async function validityAt(visit: Visit): Promise<Validity> {
  const { environment, stamp, now } = visit
  const last = found.get(environment.store)
  if (last?.stamp === stamp && isWithin(last.validity, now)) return last.validity
  const validity = await findValidity(visit)
  found.set(environment.store, { stamp, validity })
  return validity
}

async function findValidity({ reader, now }: Visit): Promise<Validity> {
  const beside = await Promise.all(['effective', 'expires'].map(index => reader.beside(index, now)))
  const since = beside.map(({ before }) => before)
  const until = beside.map(({ after }) => after)
  return { since: chooseKnown(Math.max, ...since), until: chooseKnown(Math.min, ...until) }
}

function chooseKnown(choose: (...dates: number[]) => number, ...dates: readonly (Instant | null | undefined)[]) {
  const known = dates.filter(date => typeof date === 'number')
  return known.length > 0 ? choose(...known) : null
}
