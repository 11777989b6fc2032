import { objectOf } from '../../content/node/lineage.js'
import { activeLock, endOfLock } from '../../content/store/locks.js'
import { earlier, type Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { nothingExpanded } from '../run/expansion.js'
import type { Dependence, ListingInput } from '../run/operation.js'
import type { Visit } from '../run/visit.js'

/** What is asked for of an object. */
type Asked = ListingInput & { readonly withItems: boolean; readonly version?: string | undefined }

/** Objects in a listing have locks, which run out by themselves: answers with whole ones are told apart by the minute. */
const minute = 60_000

/** A dependence by which the tag of an answer is known. */
interface ContentDependence extends Dependence {
  readonly parts: JsonValue
}

/** An answer that lists whole objects depends on the minute too. */
export function withLocks(
  { now }: Pick<Visit, 'now'>,
  hasWholeObjects: boolean,
  parts: readonly JsonValue[],
): ContentDependence {
  if (!hasWholeObjects) return { parts: [...parts, null] }
  const number = Math.floor(now / minute)
  return { parts: [...parts, number], until: (number + 1) * minute }
}

/** What an answer with content depends on: what is asked for, and who is editing. */
export async function partsOfContent(visit: Visit, input: Asked): Promise<ContentDependence> {
  const { batch, metadata, fullObjects, withItems, version = null, expand = nothingExpanded } = input
  const asked: JsonValue = [batch.start, batch.size, metadata, fullObjects, withItems, version, JSON.stringify(expand)]
  const locks = await locksHere(visit)
  const { parts, until = null } = withLocks(visit, fullObjects, [asked, locks.parts])
  return { parts, until: earlier(until, locks.until) }
}

interface LocksHere {
  readonly parts: JsonValue
  /** When the first of them runs out. */
  readonly until: Instant | null
}

/** The locks that count now of the object and of the site root, which comes along as `navroot`. */
export async function locksHere({ reader, lineage, now }: Visit): Promise<LocksHere> {
  const uids = [lineage[0], objectOf(lineage)].map(node => node?.uid ?? '')
  const stored = await reader.locks(uids)
  const locks = uids.map(uid => activeLock(stored.get(uid), now))
  return {
    parts: locks.map(lock => lock && [lock.token, lock.created]),
    until: locks.reduce<Instant | null>((first, lock) => earlier(first, lock && endOfLock(lock)), null),
  }
}
