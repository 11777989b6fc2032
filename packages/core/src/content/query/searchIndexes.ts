import { badRequest } from '../../foundation/messages.js'
import type { Condition, Sort } from '../store/catalog.js'

type TextScope = Extract<Condition, { kind: 'text' }>['in']

export type SearchIndex =
  | { readonly kind: IndexKind; readonly index: string }
  | { readonly kind: 'text'; readonly index: string; readonly in: TextScope }
  | { readonly kind: 'typeTitle'; readonly index: string }

/** The indexes of every object (docs/content-and-access.md, Search). */
const commonKinds: Readonly<Record<string, IndexKind>> = {
  portal_type: 'value',
  review_state: 'value',
  workflow_states: 'value',
  Creator: 'value',
  getId: 'value',
  UID: 'value',
  Subject: 'value',
  Language: 'value',
  sortable_title: 'value',
  created: 'date',
  modified: 'date',
  effective: 'date',
  expires: 'date',
  start: 'date',
  end: 'date',
  is_folderish: 'boolean',
  exclude_from_nav: 'boolean',
  is_default_page: 'boolean',
}

const indexAliases: Readonly<Record<string, string>> = { id: 'getId', getObjPositionInParent: 'position' }

const texts: Readonly<Record<string, TextScope>> = {
  SearchableText: 'everything',
  Title: 'title',
  Description: 'description',
}

const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

export function searchIndex(name: string, behaviorIndexes: ReadonlyMap<string, IndexKind>): SearchIndex | undefined {
  const index = ownEntry(indexAliases, name) ?? name
  if (index === 'Type') return { kind: 'typeTitle', index }
  const scope = ownEntry(texts, index)
  if (scope) return { kind: 'text', index, in: scope }
  const kind = behaviorIndexes.get(index) ?? ownEntry(commonKinds, index)
  return kind && { kind, index }
}

export function sortedBy(name: string, behaviorIndexes: ReadonlyMap<string, IndexKind>): Sort['by'] | undefined {
  const by = ownEntry(indexAliases, name) ?? name
  if (by === 'path' || by === 'position') return by
  const index = searchIndex(by, behaviorIndexes)
  return index === undefined || index.kind === 'text' || index.kind === 'typeTitle' ? undefined : by
}

/**
 * The maximum number of sort keys. Further keys hardly change the order, but sorting by each of them takes as long as
 * sorting by the first key.
 */
const maxSorts = 4

/** Removes repeated sort keys. Throws a DomainError `bad-request` if more than four keys remain. */
export function distinctSorts(sorts: readonly Sort[]): readonly Sort[] {
  const first = new Map<string, Sort>()
  for (const sort of sorts) if (!first.has(sort.by)) first.set(sort.by, sort)
  if (first.size > maxSorts) throw badRequest('query.sorts', { limit: maxSorts })
  return [...first.values()]
}

/** The kinds of indexes. Search parameters can specify ranges for all kinds except `boolean`. */
export type IndexKind = 'value' | 'date' | 'boolean'
