import type { ContentStore } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { RequestContext } from './requestContext.js'

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
const lastByStore = new WeakMap<ContentStore, { readonly stamp: string; readonly validity: Validity }>()

/** The validity at the time of the context, looked up once per period. */
export async function validityAt(context: RequestContext): Promise<Validity> {
  const { environment, stamp, now } = context
  const last = lastByStore.get(environment.store)
  if (last?.stamp === stamp && isWithin(last.validity, now)) return last.validity
  const validity = await findValidity(context)
  lastByStore.set(environment.store, { stamp, validity })
  return validity
}

async function findValidity({ reader, now }: RequestContext): Promise<Validity> {
  const neighbors = await Promise.all(['effective', 'expires'].map(index => reader.neighbours(index, now)))
  const since = neighbors.map(({ before }) => before)
  const until = neighbors.map(({ after }) => after)
  return { since: chooseDefined(Math.max, ...since), until: chooseDefined(Math.min, ...until) }
}

function chooseDefined(choose: (...dates: number[]) => number, ...dates: readonly (Instant | null | undefined)[]) {
  const instants = dates.filter(date => typeof date === 'number')
  return instants.length > 0 ? choose(...instants) : null
}
