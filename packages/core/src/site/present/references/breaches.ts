import type { LinkBreach, ReferringObject } from '../../../answers/references.js'
import { hitOf } from '../../../content/catalog/catalogEntry.js'
import { referenceIndex } from '../../../content/catalog/references.js'
import { stockColumns } from '../../../content/catalog/stockColumns.js'
import { type Lineage, objectOf } from '../../../content/node/node.js'
import type { Condition } from '../../../content/store/catalog.js'
import { urlOf } from '../../../foundation/paths.js'
import { activeOnly, principalsOf, type RequestContext } from '../../run/requestContext.js'
import { summaries } from '../summaries.js'
import { namesOfPaths, type OldAddresses, pathsOfTarget } from './pairs.js'

/**
 * The maximum number of descendants of a deleted object whose incoming references are looked up, and the maximum number
 * of referring objects that are listed for each deleted object.
 */
const maxBelow = 1000
const maxBreaches = 1000

/**
 * For each object to delete, returns its summary, the number of visible descendants (`items_total`), and the visible
 * objects that refer to the object or its descendants (`breaches`). Referring objects that would also be deleted are
 * omitted (docs/content-and-access.md, References, rule 3).
 */
export async function presentBreaches(
  context: RequestContext,
  targets: readonly Lineage[],
): Promise<readonly LinkBreach[]> {
  const removed = targets.map((lineage): Condition => below(objectOf(lineage).path))
  const oldAddresses: OldAddresses = new Map()
  const targetSummaries = await summaries(
    context,
    targets.map(lineage => hitOf(lineage, context.environment)),
  )
  const presented: LinkBreach[] = []
  for (const [i, lineage] of targets.entries()) {
    if (context.task.isOver()) await context.task.next()
    const breaches = await breachesOf(context, lineage, { removed, oldAddresses })
    const summary = targetSummaries[i]
    if (summary) presented.push({ ...summary, items_total: await countBelow(context, lineage), breaches })
  }
  return presented
}

const below = (path: string): Condition => ({ kind: 'below', path, depth: null })

async function breachesOf(
  context: RequestContext,
  lineage: Lineage,
  { removed, oldAddresses }: { readonly removed: readonly Condition[]; readonly oldAddresses: OldAddresses },
): Promise<readonly ReferringObject[]> {
  const paths = await pathsOfTarget(context, lineage, oldAddresses)
  const names = namesOfPaths(paths, context.base)
  const uids = await uidsBelow(context, lineage)
  const conditions: Condition[] = [
    { kind: 'any', index: referenceIndex, values: [...names, ...uids] },
    ...(isContainer(context, lineage) ? names.map(beginningWith) : []),
  ]
  const { items } = await context.reader.search({
    principals: principalsOf(context),
    where: [
      { kind: 'either', conditions },
      { kind: 'not', condition: { kind: 'either', conditions: removed } },
      ...activeOnly(context, context.lineage.slice(0, 1)),
    ],
    sort: [{ by: 'path', descending: false }],
    size: maxBreaches,
  })
  return items.map(entry => ({
    '@id': urlOf(context.base, entry.path),
    title: stockColumns(entry).title ?? '',
    uid: entry.uid,
  }))
}

const beginningWith = (name: string): Condition => {
  const begin = name.endsWith('/') ? name : `${name}/`
  return { kind: 'range', index: referenceIndex, min: begin, max: `${begin}\u{10ffff}` }
}

const isContainer = ({ environment }: RequestContext, lineage: Lineage): boolean =>
  environment.registry.type(objectOf(lineage).type).contains !== null

async function uidsBelow(context: RequestContext, lineage: Lineage): Promise<readonly string[]> {
  const { uid, path } = objectOf(lineage)
  if (!isContainer(context, lineage)) return [uid]
  const { items } = await context.reader.search({ principals: 'system', where: [below(path)], size: maxBelow })
  return items.map(item => item.uid)
}

async function countBelow(context: RequestContext, lineage: Lineage): Promise<number> {
  const { path } = objectOf(lineage)
  if (!isContainer(context, lineage)) return 0
  const itself: Condition = { kind: 'below', path, depth: 0 }
  const where = [below(path), { kind: 'not', condition: itself } as const]
  return (await context.reader.search({ principals: principalsOf(context), where, size: 0 })).total
}
