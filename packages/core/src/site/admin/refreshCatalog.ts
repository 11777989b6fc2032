import { objectOf } from '../../content/node/lineage.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { EntryUpdate } from '../../content/store/contentStore.js'
import { rootPath } from '../../foundation/paths.js'
import type { Environment } from '../run/environment.js'
import { openEach } from '../run/openEach.js'
import { type Decided, decideAndCommit } from '../run/untilCommitted.js'
import type { Visit } from '../run/visit.js'
import { reindexingOf, updateOf } from '../write/changes.js'

/**
 * Increases whenever catalog entries get new data that the rules rely on. 1: references. 2: holders of View only.
 * Stores need another schema step each time, even an empty one: it stops older programs from writing entries of the old
 * format.
 */
const latestForm = 2

const formField = 'catalog_form'

/** Marks a site whose catalog entries have the current format. */
export const latestCatalog: FieldValues = { [formField]: latestForm }

/** Whether the catalog entries of a site have the current format. */
export const hasLatestCatalog = (root: ContentNode): boolean => root.fields[formField] === latestForm

/** The number of objects in one change; others may write between two changes. */
const atOnce = 500

interface Place {
  readonly uid: string
  readonly path: string
}

/**
 * Renews all catalog entries of an old format, once, before anything relies on them (docs/content-and-access.md,
 * References, rule 6). If interrupted, it starts again at the next start.
 */
export async function refreshCatalog(environment: Environment): Promise<void> {
  const places = await outdatedPlaces(environment)
  for (let start = 0; start < places.length; start += atOnce)
    await decideAndCommit(environment, (reader, work) =>
      refreshSome(environment, { reader, work }, places.slice(start, start + atOnce)),
    )
  if (places.length > 0) await decideAndCommit(environment, (reader, work) => finish(environment, { reader, work }))
}

/** All objects, including the site root, if their entries have an old format. */
function outdatedPlaces({ store }: Environment): Promise<readonly Place[]> {
  return store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    if (!root || hasLatestCatalog(root)) return []
    const places: Place[] = []
    for await (const hits of (await reader.scan({ principals: 'system', where: [] })).stretches)
      for (const { uid, path } of hits) places.push({ uid, path })
    return places
  })
}

type Reading = Pick<Visit, 'reader' | 'work'>

async function refreshSome(
  environment: Environment,
  reading: Reading,
  places: readonly Place[],
): Promise<Decided<null>> {
  const entries: EntryUpdate[] = []
  for (const [, lineage] of await openEach(reading, places)) {
    if (reading.work.isOver()) await reading.work.next()
    entries.push(reindexingOf(environment.at(lineage[0]), lineage))
  }
  return { answer: null, change: { entries } }
}

async function finish(environment: Environment, { reader }: Reading): Promise<Decided<null>> {
  const { lineage } = await reader.open(rootPath)
  const root = objectOf(lineage)
  if (hasLatestCatalog(root)) return { answer: null }
  const node = { ...root, fields: { ...root.fields, ...latestCatalog } }
  return { answer: null, change: { updates: [updateOf(environment.at(node), [node])] } }
}
