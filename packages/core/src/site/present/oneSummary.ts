import type { Summary } from '../../answers/summary.js'
import { linkedUid } from '../../content/blocks/uidLinks.js'
import { summarize } from '../../content/catalog/summary.js'
import type { SummaryContext } from '../../content/model/model.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { JsonValue } from '../../foundation/json.js'
import { shareText } from '../../foundation/sharedText.js'
import type { Frame } from '../run/requestContext.js'

/**
 * The UIDs of objects to which a summary refers. Objects in `uids` are used only if the caller may view them. Objects
 * in `nodes` are used without a permission check.
 */
export interface References<Uids = readonly string[]> {
  readonly uids: Uids
  readonly nodes: Uids
}

export type Related = Pick<SummaryContext, 'visible' | 'age' | 'node'>

interface CachedSummary {
  readonly frame: Frame
  readonly references: References
  relatedObjects: readonly unknown[]
  summary: Summary | null
}

const cachedSummaries = new WeakMap<SearchHit, CachedSummary>()

export const referencesIn = (entry: SearchHit, frame: Frame): References => cachedFor(entry, frame).references

function cachedFor(entry: SearchHit, frame: Frame): CachedSummary {
  const last = cachedSummaries.get(entry)
  if (last?.frame === frame) return last
  const created = { frame, references: findReferences(entry, frame), relatedObjects: [], summary: null }
  cachedSummaries.set(entry, created)
  return created
}

function findReferences({ type, columns }: SearchHit, { environment }: Frame): References {
  const parts = environment.registry.type(type).allBehaviors.flatMap(({ summary = [] }) => summary)
  const preview = typeof columns.preview_image_link === 'string' ? [columns.preview_image_link] : []
  return {
    uids: [...preview, ...parts.flatMap(part => part.uids?.(columns) ?? [])],
    nodes: [...linkedTo(columns.remoteUrl), ...parts.flatMap(part => part.nodes?.(columns) ?? [])],
  }
}

function linkedTo(address: JsonValue | undefined): readonly string[] {
  const uid = typeof address === 'string' ? linkedUid(address) : undefined
  return uid === undefined ? [] : [uid]
}

export const freshSummary = (entry: SearchHit, frame: Frame, related: Related): Summary =>
  summarize(entry, contextOf(frame, related))

/**
 * Returns the immutable summary of an entry. A cached summary is reused as long as the entry, the frame and the related
 * objects are the same objects.
 */
export function cachedSummary(entry: SearchHit, frame: Frame, related: Related): Summary {
  const cached = cachedFor(entry, frame)
  const { uids, nodes } = cached.references
  const relatedObjects = [...uids.map(related.visible), ...nodes.map(related.node)]
  if (cached.summary === null || !sameItems(relatedObjects, cached.relatedObjects)) {
    cached.summary = shareText(freshSummary(entry, frame, related))
    cached.relatedObjects = relatedObjects
  }
  return cached.summary
}

export const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i])

export function contextOf({ environment, base, translate }: Frame, related: Related): SummaryContext {
  return { base, registry: environment.registry, translate: text => translate({ id: text }), ...related }
}
