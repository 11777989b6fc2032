import type { Summary } from '../../answers/summary.js'
import { imageScales } from '../../content/node/images.js'
import type { StoredFile } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import { isJsonObject } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { shareText } from '../../foundation/sharedText.js'
import { createLruCache } from '../../memoize/calls/lruCache.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { validityAt } from '../run/answerMetadata.js'
import { maxShortScan } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { visibleEntries } from './summaries.js'

/** The estimated size of an entry without its description, in bytes. */
const bytesOfEntry = 3000
const limits = { entries: 5000, bytes: 16 * 1024 * 1024 }

/**
 * The targets of links, by state of the content, principals and UID; null for targets that the principals may not see.
 */
const targetsIn = memoizeByIdentity((_store: ContentStore) => createLruCache<SearchHit | null>(limits, () => 0))

/**
 * The objects with these UIDs that the caller may see. Many pages link to the same objects, so each object is looked up
 * once until content changes or a publication date passes.
 */
export async function visibleTargets(
  context: RequestContext,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, SearchHit>> {
  if (uids.size === 0 || uids.size > maxShortScan) return visibleEntries(context, uids)
  const cache = targetsIn(context.environment.store)
  const { since } = await validityAt(context)
  const state = JSON.stringify([context.stamp, since, sortedHolderNames(context.caller)])
  const targets = new Map<string, SearchHit>()
  const missing = new Set<string>()
  for (const uid of uids) {
    const cached = cache.get(state + uid)
    if (!cached) missing.add(uid)
    else if (cached.value) targets.set(uid, cached.value)
  }
  const added = await visibleEntries(context, missing)
  for (const uid of missing) {
    const entry = added.get(uid)
    if (entry) targets.set(uid, entry)
    const bytes = bytesOfEntry + String(entry?.columns.description ?? '').length
    cache.set(state + uid, { value: entry ?? null, owner: '', bytes, lifetime: Number.POSITIVE_INFINITY })
  }
  return targets
}

/** Scales of pictures by field and file: they depend on nothing else. */
const knownScales = createLruCache<NonNullable<Summary['image_scales']>>(
  { entries: 1000, bytes: 4 * 1024 * 1024 },
  () => 0,
)

/** The scales of the image of the object itself; null without one. Immutable, and the same for the same file. */
export function ownScales({ columns: { image } }: SearchHit): Summary['image_scales'] {
  if (!isJsonObject(image)) return null
  const key = JSON.stringify(image)
  const known = knownScales.get(key)?.value
  if (known) return known
  const field = String(image.field)
  const scales = shareText({ [field]: [imageScales(field, image.file as StoredFile)] })
  knownScales.set(key, { value: scales, owner: '', bytes: bytesOfEntry, lifetime: Number.POSITIVE_INFINITY })
  return scales
}

/**
 * Linked objects by UID, in addition to those that the caller may see. A link reveals only the URL of a hidden target.
 */
export async function linkedEntries(
  context: RequestContext,
  uids: ReadonlySet<string>,
  visible: ReadonlyMap<string, SearchHit> = new Map(),
): Promise<ReadonlyMap<string, SearchHit>> {
  const pending = [...uids].filter(uid => !visible.has(uid))
  if (pending.length === 0) return visible
  const entries = new Map(visible)
  for (let start = 0; start < pending.length; start += maxShortScan) {
    if (context.task.isOver()) await context.task.next()
    const values = pending.slice(start, start + maxShortScan)
    const where = [{ kind: 'any', index: 'UID', values } as const]
    const { items } = await context.reader.search({ principals: 'system', where })
    for (const entry of items) entries.set(entry.uid, entry)
  }
  return entries
}
