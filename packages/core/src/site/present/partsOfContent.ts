import { objectOf } from '../../content/node/lineage.js'
import { activeLock } from '../../content/store/locks.js'
import type { JsonValue } from '../../foundation/json.js'
import { nothingExpanded } from '../run/expansion.js'
import type { ListingInput } from '../run/operation.js'
import type { Visit } from '../run/visit.js'

/** What is asked for of an object. */
type Asked = ListingInput & { readonly withItems: boolean; readonly version?: string | undefined }

/** Objects in a listing have locks, which run out by themselves: answers with whole ones are told apart by the minute. */
export const minuteOf = ({ now }: Pick<Visit, 'now'>): number => Math.floor(now / 60_000)

/** What an answer with content depends on beside all that every answer does: what is asked for, and who is editing. */
export async function partsOfContent(visit: Visit, input: Asked): Promise<JsonValue> {
  const { batch, metadata, fullObjects, withItems, version = null, expand = nothingExpanded } = input
  const asked: JsonValue = [batch.start, batch.size, metadata, fullObjects, withItems, version, JSON.stringify(expand)]
  return [asked, await locksHere(visit), fullObjects ? minuteOf(visit) : null]
}

/** The locks that count now of the object and of the site root, which comes along as `navroot`. */
export async function locksHere({ reader, lineage, now }: Visit): Promise<JsonValue> {
  const uids = [lineage[0], objectOf(lineage)].map(node => node?.uid ?? '')
  const locks = await reader.locks(uids)
  return uids.map(uid => {
    const lock = activeLock(locks.get(uid), now)
    return lock && [lock.token, lock.created]
  })
}
