import { type ContentNode, type FieldValues, objectOf } from '../../content/node/node.js'
import type { EntryUpdate } from '../../content/store/change.js'
import { rootPath } from '../../foundation/paths.js'
import type { Environment } from '../run/environment.js'
import { type ObjectRef, openEach } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { type Decision, decideAndCommit } from '../run/untilCommitted.js'
import { reindexingOf, updateOf } from '../write/changes.js'

/**
 * Increases whenever catalog entries get new data that the rules rely on. 1: references. 2: holders of View only.
 * Stores need another schema step each time, even an empty one: it stops older programs from writing entries of the old
 * format.
 */
const currentFormat = 2

const formField = 'catalog_form'

/** Marks a site whose catalog entries have the current format. */
export const currentCatalogMark: FieldValues = { [formField]: currentFormat }

/** Whether the catalog entries of a site have the current format. */
export const hasCurrentCatalog = (root: ContentNode): boolean => root.fields[formField] === currentFormat

/** The number of objects in one change; others may write between two changes. */
const batchSize = 500

/**
 * Renews all catalog entries of an old format, once, before anything relies on them (docs/content-and-access.md,
 * References, rule 6). If interrupted, it starts again at the next start.
 */
export async function refreshCatalog(environment: Environment): Promise<void> {
  const locations = await outdatedObjects(environment)
  for (let start = 0; start < locations.length; start += batchSize)
    await decideAndCommit(environment, (reader, task) =>
      refreshSome(environment, { reader, task }, locations.slice(start, start + batchSize)),
    )
  if (locations.length > 0) await decideAndCommit(environment, (reader, task) => finish(environment, { reader, task }))
}

/** All objects, including the site root, if their entries have an old format. */
function outdatedObjects({ store }: Environment): Promise<readonly ObjectRef[]> {
  return store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    if (!root || hasCurrentCatalog(root)) return []
    const locations: ObjectRef[] = []
    for await (const hits of (await reader.scan({ principals: 'system', where: [] })).chunks)
      for (const { uid, path } of hits) locations.push({ uid, path })
    return locations
  })
}

type Reading = Pick<RequestContext, 'reader' | 'task'>

async function refreshSome(
  environment: Environment,
  reading: Reading,
  locations: readonly ObjectRef[],
): Promise<Decision<null>> {
  const entries: EntryUpdate[] = []
  for (const [, lineage] of await openEach(reading, locations)) {
    if (reading.task.isOver()) await reading.task.next()
    entries.push(reindexingOf(environment.at(lineage[0]), lineage))
  }
  return { answer: null, change: { entries } }
}

async function finish(environment: Environment, { reader }: Reading): Promise<Decision<null>> {
  const { lineage } = await reader.open(rootPath)
  const root = objectOf(lineage)
  if (hasCurrentCatalog(root)) return { answer: null }
  const node = { ...root, fields: { ...root.fields, ...currentCatalogMark } }
  return { answer: null, change: { updates: [updateOf(environment.at(node), [node])] } }
}
