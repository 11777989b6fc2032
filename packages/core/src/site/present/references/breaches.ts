import type { LinkBreach, ReferringObject } from '../../../answers/references.js'
import { entryAtHand } from '../../../content/catalog/catalogEntry.js'
import { referenceIndex } from '../../../content/catalog/references.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import { type Lineage, objectOf } from '../../../content/node/lineage.js'
import type { Condition } from '../../../content/store/catalogQuery.js'
import { urlOf } from '../../../foundation/paths.js'
import { activeOnly, principalsOf, type Visit } from '../../run/visit.js'
import { summaries } from '../summaries.js'
import { namesOfPaths, type OldAddresses, pathsOfTarget } from './targetNames.js'

/** The maximum number of objects below a target whose UIDs are searched, and of referrers in the answer. */
const maxBelow = 1000
const maxBreaches = 1000

/**
 * The links that would break if some objects were deleted: for each its summary, the number of visible objects below it
 * (`items_total`), and the visible objects that refer to it or to its content (`breaches`), except those that would be
 * deleted too (docs/content-and-access.md, References, rule 3).
 */
export async function presentBreaches(visit: Visit, targets: readonly Lineage[]): Promise<readonly LinkBreach[]> {
  const leaving = targets.map((lineage): Condition => below(objectOf(lineage).path))
  const old: OldAddresses = new Map()
  const shown = await summaries(
    visit,
    targets.map(lineage => entryAtHand(lineage, visit.environment)),
  )
  const presented: LinkBreach[] = []
  for (const [i, lineage] of targets.entries()) {
    if (visit.work.isOver()) await visit.work.next()
    const breaches = await breachesOf(visit, lineage, { leaving, old })
    const summary = shown[i]
    if (summary) presented.push({ ...summary, items_total: await countBelow(visit, lineage), breaches })
  }
  return presented
}

const below = (path: string): Condition => ({ kind: 'below', path, depth: null })

interface Leaving {
  readonly leaving: readonly Condition[]
  readonly old: OldAddresses
}

async function breachesOf(
  visit: Visit,
  lineage: Lineage,
  { leaving, old }: Leaving,
): Promise<readonly ReferringObject[]> {
  const paths = await pathsOfTarget(visit, lineage, old)
  const names = namesOfPaths(paths, visit.base)
  const uids = await uidsBelow(visit, lineage)
  const conditions: Condition[] = [
    { kind: 'any', index: referenceIndex, values: [...names, ...uids] },
    ...(isContainer(visit, lineage) ? names.map(beginningWith) : []),
  ]
  const { items } = await visit.reader.search({
    principals: principalsOf(visit),
    where: [
      { kind: 'either', conditions },
      { kind: 'not', condition: { kind: 'either', conditions: leaving } },
      ...activeOnly(visit, visit.lineage.slice(0, 1)),
    ],
    sort: [{ by: 'path', descending: false }],
    size: maxBreaches,
  })
  return items.map(entry => ({
    '@id': urlOf(visit.base, entry.path),
    title: stockColumns(entry).title ?? '',
    uid: entry.uid,
  }))
}

/** Any URL below this one. */
const beginningWith = (name: string): Condition => {
  const begin = name.endsWith('/') ? name : `${name}/`
  return { kind: 'range', index: referenceIndex, min: begin, max: `${begin}\u{10ffff}` }
}

const isContainer = ({ environment }: Visit, lineage: Lineage): boolean =>
  environment.registry.type(objectOf(lineage).type).contains !== null

async function uidsBelow(visit: Visit, lineage: Lineage): Promise<readonly string[]> {
  const { uid, path } = objectOf(lineage)
  if (!isContainer(visit, lineage)) return [uid]
  const { items } = await visit.reader.search({ principals: 'system', where: [below(path)], size: maxBelow })
  return items.map(item => item.uid)
}

async function countBelow(visit: Visit, lineage: Lineage): Promise<number> {
  const { path } = objectOf(lineage)
  if (!isContainer(visit, lineage)) return 0
  const itself: Condition = { kind: 'below', path, depth: 0 }
  const where = [below(path), { kind: 'not', condition: itself } as const]
  return (await visit.reader.search({ principals: principalsOf(visit), where, size: 0 })).total
}
