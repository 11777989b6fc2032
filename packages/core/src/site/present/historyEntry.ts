import type { HistoryEntry } from '../../answers/history.js'
import { shareText } from '../../foundation/sharedText.js'
import { actorOf, type HistoryItem, sourceOf } from '../../history/mergeHistory.js'
import { type HistoryContext, presentItem } from '../../history/presentHistory.js'
import type { Frame } from '../run/requestContext.js'

interface EntryInputs {
  readonly frame: Frame
  readonly url: string
  readonly mayRevert: boolean
  readonly fullname: string | undefined
}

interface CachedEntry extends EntryInputs {
  readonly entry: HistoryEntry
}

const cachedEntries = new WeakMap<object, CachedEntry>()

/**
 * Returns the immutable entry for a record or version. Entries are cached by the identity of the record or version,
 * which is possible because stores cache these objects.
 */
export function historyEntry(item: HistoryItem, frame: Frame, presenting: HistoryContext): HistoryEntry {
  const source = sourceOf(item)
  const { url, mayRevert } = presenting
  const fullname = presenting.fullname(actorOf(item))
  const last = cachedEntries.get(source)
  if (last && isSame(last, { frame, url, mayRevert, fullname })) return last.entry
  const entry = shareText(presentItem(item, presenting))
  cachedEntries.set(source, { frame, url, mayRevert, fullname, entry })
  return entry
}

const isSame = (a: EntryInputs, b: EntryInputs): boolean =>
  a.frame === b.frame && a.url === b.url && a.mayRevert === b.mayRevert && a.fullname === b.fullname
