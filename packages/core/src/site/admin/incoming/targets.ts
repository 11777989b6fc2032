import type { ObjectReader } from '../../../content/store/contentReader.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Environment } from '../../run/environment.js'
import { findingAt, type IncomingFinding } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'
import type { PlannedObject } from './plannedObject.js'
import { type FindTarget, readRelations, type Target } from './readRelations.js'

type Relations = ReadonlyMap<string, IncomingObject['relations']>

/** The number of objects in one query. */
const batchSize = 200

/** Indexes the possible targets of relations: imported objects, and existing objects that relations name. */
export async function findTargets(
  order: readonly PlannedObject[],
  relations: Relations,
  reader: ObjectReader,
): Promise<FindTarget> {
  const targets = new Map<string, Target>()
  for (const { uid, path, type } of order) {
    targets.set(uid, { uid, type })
    targets.set(path, { uid, type })
  }
  const [root] = (await reader.open(rootPath)).lineage
  const comingRoot = order.find(({ path }) => path === rootPath)
  for (const name of root ? [root.uid, rootPath, comingRoot?.uid ?? rootPath] : []) if (root) targets.set(name, root)
  const missing = [...new Set([...relations.values()].flatMap(of => Object.values(of).flat()))].filter(
    uid => !targets.has(uid),
  )
  for (let start = 0; start < missing.length; start += batchSize)
    for (const { uid, type } of await reader.nodes(missing.slice(start, start + batchSize)))
      targets.set(uid, { uid, type })
  return reference => targets.get(reference)
}

interface Related {
  readonly order: readonly PlannedObject[]
  readonly relations: Relations
  readonly find: FindTarget
}

/** Dangling relations. */
export function danglingRelations(
  { registry }: Environment,
  { order, relations, find }: Related,
): readonly IncomingFinding[] {
  return order.flatMap(planned => {
    const ownRelations = relations.get(planned.uid)
    if (!ownRelations) return []
    const { findings } = readRelations(registry.type(planned.type), { relations: ownRelations, values: {} }, find)
    return findings.map(finding => findingAt(planned, finding))
  })
}
