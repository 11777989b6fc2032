import type { ContentStore } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { Visit } from './visit.js'

/** When the same content comes to the same answers: dates make objects seen, or not seen any more, by themselves. */
export interface Validity {
  /** The last such date that has passed; null when none has. */
  readonly since: Instant | null
  /** The next one, from which on it is over; null when there is none. */
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
