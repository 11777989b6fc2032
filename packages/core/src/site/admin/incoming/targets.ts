import type { ContentReader } from '../../../content/store/contentStore.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Environment } from '../../run/environment.js'
import { findingAt, type IncomingFinding } from './incomingFinding.js'
import type { Coming } from './incomingPlan.js'
import type { IncomingObject } from './incomingSite.js'
import { type FindTarget, readRelations, type Target } from './knownContent.js'

type Relations = ReadonlyMap<string, IncomingObject['relations']>

/** The number of objects in one query. */
const stretch = 200

/** Indexes the possible targets of relations: imported objects, and existing objects that relations name. */
export async function findTargets(
  order: readonly Coming[],
  relations: Relations,
  reader: ContentReader,
): Promise<FindTarget> {
  const known = new Map<string, Target>()
  for (const { uid, path, type } of order) {
    known.set(uid, { uid, type })
    known.set(path, { uid, type })
  }
  const [root] = (await reader.open(rootPath)).lineage
  const comingRoot = order.find(({ path }) => path === rootPath)
  for (const name of root ? [root.uid, rootPath, comingRoot?.uid ?? rootPath] : []) if (root) known.set(name, root)
  const others = [...new Set([...relations.values()].flatMap(of => Object.values(of).flat()))].filter(
    uid => !known.has(uid),
  )
  for (let start = 0; start < others.length; start += stretch)
    for (const { uid, type } of await reader.nodes(others.slice(start, start + stretch))) known.set(uid, { uid, type })
  return reference => known.get(reference)
}

interface Related {
  readonly order: readonly Coming[]
  readonly relations: Relations
  readonly find: FindTarget
}

/** Dangling relations. */
export function lostRelations(
  { registry }: Environment,
  { order, relations, find }: Related,
): readonly IncomingFinding[] {
  return order.flatMap(coming => {
    const own = relations.get(coming.uid)
    if (!own) return []
    const { found } = readRelations(registry.type(coming.type), { relations: own, values: {} }, find)
    return found.map(one => findingAt(coming, one))
  })
}
