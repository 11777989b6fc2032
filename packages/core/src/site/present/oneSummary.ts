import type { Summary } from '../../answers/summary.js'
import { summarize } from '../../content/catalog/summary.js'
import { linkedUid } from '../../content/fields/uidLinks.js'
import type { SummaryContext } from '../../content/model/model.js'
import type { FoundEntry } from '../../content/store/catalog.js'
import type { JsonValue } from '../../foundation/json.js'
import { shareText } from '../../foundation/sharedText.js'
import type { Frame } from '../run/frame.js'

/**
 * UIDs of the objects that summaries refer to: `uids` only if the caller may see them, `nodes` without a permission
 * check.
 */
export interface References<Uids = readonly string[]> {
  readonly uids: Uids
  readonly nodes: Uids
}

/** The related objects, loaded for the caller. */
export type Related = Pick<SummaryContext, 'visible' | 'age' | 'node'>

/** The cached references and summary of an entry. */
interface Known {
  readonly frame: Frame
  readonly references: References
  /** The related objects of the summary. */
  seen: readonly unknown[]
  summary: Summary | null
}

const knownOf = new WeakMap<FoundEntry, Known>()

export const referencesIn = (entry: FoundEntry, frame: Frame): References => knownIn(entry, frame).references

function knownIn(entry: FoundEntry, frame: Frame): Known {
  const last = knownOf.get(entry)
  if (last?.frame === frame) return last
  const known = { frame, references: findReferences(entry, frame), seen: [], summary: null }
  knownOf.set(entry, known)
  return known
}

function findReferences({ type, columns }: FoundEntry, { environment }: Frame): References {
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

export function freshSummary(entry: FoundEntry, frame: Frame, related: Related): Summary {
  return summarize(entry, contextOf(frame, related))
}

/**
 * The cached summary of an entry, reused in the same frame while all related objects are the same: a summary depends on
 * nothing else. Summaries are immutable.
 */
export function rememberedSummary(entry: FoundEntry, frame: Frame, related: Related): Summary {
  const known = knownIn(entry, frame)
  const { uids, nodes } = known.references
  const seen = [...uids.map(related.visible), ...nodes.map(related.node)]
  if (known.summary === null || !sameItems(seen, known.seen)) {
    known.summary = shareText(freshSummary(entry, frame, related))
    known.seen = seen
  }
  return known.summary
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i])

export function contextOf({ environment, base, translate }: Frame, related: Related): SummaryContext {
  return { base, registry: environment.registry, translate: text => translate({ id: text }), ...related }
}
