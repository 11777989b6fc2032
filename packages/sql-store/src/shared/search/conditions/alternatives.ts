import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../../content/nodeRows.js'
import { toStorable } from '../../indexValues.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

export type Location = Of<'below' | 'at'>

/**
 * Groups alternatives by type, so that the cost of each group depends only on its hits. The values of each index form
 * one condition.
 */
export function groupAlternatives(conditions: readonly Condition[]) {
  const all = conditions.flatMap(flatten)
  const isLocation = (condition: Condition): condition is Location =>
    condition.kind === 'below' || condition.kind === 'at'
  return {
    values: mergeValues(all),
    locations: all.filter(isLocation),
    otherConditions: all.filter(condition => condition.kind !== 'any' && !isLocation(condition)),
  }
}

const flatten = (condition: Condition): readonly Condition[] =>
  condition.kind === 'either' ? condition.conditions.flatMap(flatten) : [condition]

function mergeValues(all: readonly Condition[]): readonly Of<'any'>[] {
  const byIndex = new Map<string, IndexValue[]>()
  for (const condition of all) {
    if (condition.kind !== 'any') continue
    const indexValues = byIndex.get(condition.index) ?? []
    for (const value of condition.values) indexValues.push(value)
    byIndex.set(condition.index, indexValues)
  }
  return [...byIndex].map(([index, values]) => ({ kind: 'any', index, values }))
}

/** A range of paths, and the maximum depth of the paths. */
export type Subtree = readonly [above: string, end: string, deepest: number]

/**
 * Divides locations into paths, containers and subtrees. Paths with characters that stored paths cannot contain are
 * omitted.
 */
export function placesOf(locations: readonly Location[]) {
  const paths = locations.flatMap(location =>
    location.kind === 'at' ? location.paths : location.depth === 'children' ? [] : [location.path],
  )
  const parents = locations.flatMap(location =>
    location.kind === 'below' && location.depth === 'children' ? [location.path] : [],
  )
  return {
    paths: paths.filter(isStorable),
    parents: parents.filter(isStorable),
    subtrees: locations.flatMap(subtree),
  }
}

const isStorable = (path: string): boolean => toStorable(path) === path

const deepest = 1_000_000_000

function subtree(location: Location): readonly Subtree[] {
  if (location.kind === 'at' || location.depth === 'children' || location.depth === 0) return []
  if (!isStorable(location.path)) return []
  const path = location.path === '/' ? '' : location.path
  return [[`${path}/`, `${path}0`, location.depth === null ? deepest : depthOf(location.path) + location.depth]]
}
