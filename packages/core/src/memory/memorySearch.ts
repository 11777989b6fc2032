import {
  type CatalogQuery,
  type Condition,
  type IndexValue,
  matchesQuery,
  matchesText,
  type Sort,
  type TextQuery,
  valuesOf,
} from '../content/store/catalog.js'
import type { Neighbours, SearchResult } from '../content/store/contentReader.js'
import type { ObjectRevision, OverlapQuery } from '../content/store/overlaps.js'
import type { MemoryState, Stored } from './memoryState.js'
import { compareText, compareValues } from './valueOrder.js'

/** Searches the objects of a state. Every other store must return the same results. */
export function searchState({ objects }: MemoryState, query: CatalogQuery): SearchResult {
  const { start = 0, size = objects.size } = query
  const hits = [...objects.values()].filter(({ node, entry }) => matchesQuery(query, { ...entry, path: node.path }))
  hits.sort(orderOf(query))
  const items = hits.slice(start, start + size).map(({ node, position, entry }) => ({
    uid: node.uid,
    path: node.path,
    type: node.type,
    position,
    columns: entry.columns,
  }))
  return { total: hits.length, items }
}

export function nearestNumbers({ objects }: MemoryState, index: string, number: number): Neighbours {
  let [before, after]: (number | null)[] = [null, null]
  for (const { entry } of objects.values())
    for (const value of valuesOf(entry.indexes, index)) {
      if (typeof value !== 'number') continue
      if (value <= number) before = Math.max(value, before ?? value)
      else after = Math.min(value, after ?? value)
    }
  return { before: before ?? null, after: after ?? null }
}

export const overlappingIn = (
  { objects }: Pick<MemoryState, 'objects'>,
  { span: [from, to], start, end, shares }: OverlapQuery,
): readonly ObjectRevision[] =>
  [...objects.values()]
    .filter(({ entry: { indexes } }) => {
      const isInTime =
        valuesOf(indexes, from).some(value => Number(value) < end) &&
        valuesOf(indexes, to).some(value => Number(value) > start)
      return (
        isInTime &&
        Object.entries(shares).some(([index, values]) =>
          valuesOf(indexes, index).some(value => values.includes(String(value))),
        )
      )
    })
    .map(({ node: { uid, revision } }) => ({ uid, revision }))

type Order = (a: Stored, b: Stored) => number

function orderOf({ sort = [], where }: CatalogQuery): Order {
  const orders = sort.map(({ by, descending }): Order => {
    const order = orderBy(by, where)
    return descending ? (a, b) => order(b, a) : order
  })
  return (a, b) => firstDifference(orders, a, b) || a.seq - b.seq
}

function firstDifference(orders: readonly Order[], a: Stored, b: Stored): number {
  for (const order of orders) {
    const difference = order(a, b)
    if (difference !== 0) return difference
  }
  return 0
}

function orderBy(by: Sort['by'], where: readonly Condition[]): Order {
  if (by === 'path') return byPath
  if (by === 'position') return (a, b) => a.position - b.position
  if (by === 'relevance') return byRelevance(where)
  return (a, b) => compareValues(smallest(a, by), smallest(b, by))
}

const byPath: Order = (a, b) => compareText(a.node.path, b.node.path)

function byRelevance(where: readonly Condition[]): Order {
  const queries = textQueries(where)
  const isInTitle = ({ entry }: Stored) => queries.some(query => matchesText(query, entry.titleWords))
  return (a, b) => Number(isInTitle(b)) - Number(isInTitle(a)) || b.node.modified - a.node.modified || byPath(a, b)
}

const textQueries = (where: readonly Condition[]): TextQuery[] =>
  where.flatMap(condition => {
    if (condition.kind === 'either') return textQueries(condition.conditions)
    return condition.kind === 'text' ? [condition.query] : []
  })

const smallest = ({ entry }: Stored, index: string): IndexValue | undefined =>
  valuesOf(entry.indexes, index).toSorted(compareValues)[0]
