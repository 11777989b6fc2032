import type { Summary } from '../../answers/summary.js'
import { imageScales } from '../../content/node/images.js'
import type { StoredFile } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { isJsonObject } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { shareText } from '../../foundation/sharedText.js'
import { maxShortScan } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'

/** Returns the scales of the object's image, or null if the object has no image. The result is immutable. */
export const ownScales = memoizeByIdentity(({ columns: { image } }: SearchHit): Summary['image_scales'] => {
  if (!isJsonObject(image)) return null
  const field = String(image.field)
  return shareText({ [field]: [imageScales(field, image.file as StoredFile)] })
})

/**
 * Returns the catalog entries of link targets by UID. They include targets that the caller may not view, because a link
 * discloses only the URL of its target.
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
