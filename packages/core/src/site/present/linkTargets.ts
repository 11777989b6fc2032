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

/** The targets by UID; null for targets that the principals may not see. */
type Targets = Map<string, SearchHit | null>

interface KnownTargets {
  /** The state of the content, and the last publication or expiry date. */
  readonly state: string
  readonly byPrincipals: Map<string, Targets>
  /** The number of targets for all principals. */
  size: number
}

const noTargets = (state: string): KnownTargets => ({ state, byPrincipals: new Map(), size: 0 })

/** The targets in the last state of each store. */
const knownIn = new WeakMap<ContentStore, KnownTargets>()

/** The maximum number of targets per state. */
const maxTargets = 2000

/** The targets that the principals have looked up since content last changed or a publication date last passed. */
async function knownTargets(context: RequestContext): Promise<readonly [KnownTargets, Targets]> {
  const { store } = context.environment
  const { since } = await validityAt(context)
  const state = `${since} ${context.stamp}`
  const last = knownIn.get(store)
  const known = last?.state === state && last.size < maxTargets ? last : noTargets(state)
  knownIn.set(store, known)
  const principals = sortedHolderNames(context.caller).join('\n')
  const targets: Targets = known.byPrincipals.get(principals) ?? new Map()
  known.byPrincipals.set(principals, targets)
  return [known, targets]
}

/**
 * The objects with these UIDs that the caller may see. Many pages link to the same objects, so each object is looked up
 * once until content changes or a publication date passes.
 */
export async function visibleTargets(
  context: RequestContext,
  uids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, SearchHit>> {
  if (uids.size === 0 || uids.size > maxShortScan) return visibleEntries(context, uids)
  const [counted, known] = await knownTargets(context)
  const missing = new Set([...uids].filter(uid => !known.has(uid)))
  if (missing.size > 0) {
    const added = await visibleEntries(context, missing)
    for (const uid of missing) known.set(uid, added.get(uid) ?? null)
    counted.size += missing.size
  }
  const targets = new Map<string, SearchHit>()
  for (const uid of uids) {
    const entry = known.get(uid)
    if (entry) targets.set(uid, entry)
  }
  return targets
}

/** The estimated size of the scales of an image, in bytes. */
const bytesOfScales = 3000

/** The image scales by field and file, because scales depend only on these. */
const knownScales = createLruCache<NonNullable<Summary['image_scales']>>(
  { entries: 2000, bytes: 2000 * bytesOfScales },
  () => 0,
)

/**
 * The scales of the object's own image; null if there is none. The scales are immutable, and the same object for the
 * same file.
 */
export const ownScales = memoizeByIdentity(({ columns: { image } }: SearchHit): Summary['image_scales'] => {
  if (!isJsonObject(image)) return null
  const key = JSON.stringify(image)
  const known = knownScales.get(key)?.value
  if (known) return known
  const field = String(image.field)
  const scales = shareText({ [field]: [imageScales(field, image.file as StoredFile)] })
  knownScales.set(key, { value: scales, owner: '', bytes: bytesOfScales, lifetime: Number.POSITIVE_INFINITY })
  return scales
})

/**
 * The linked objects by UID, including objects that the caller may not see. A link discloses only the URL of a hidden
 * target.
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
