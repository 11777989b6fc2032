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
 * Grows whenever catalog entries get what earlier ones lack and what the rules rely on. 1: references. 2: holders of View
 * only. Stores need a further schema step each time, even an empty one: it keeps programs that write earlier entries from
 * writing.
 */
const latestForm = 2

const formField = 'catalog_form'

/** What a site root says whose site has catalog entries of the latest form. */
export const latestCatalog: FieldValues = { [formField]: latestForm }

/** Whether the catalog entries of a site are of the latest form, as its root tells. */
export const hasLatestCatalog = (root: ContentNode): boolean => root.fields[formField] === latestForm

/** So many objects get new entries by one change, between two of which others may write. */
const atOnce = 500

interface Place {
  readonly uid: string
  readonly path: string
}

/**
 * Gives all objects new catalog entries where those are of an old form, once, before anything relies on them
 * (docs/content-and-access.md, References, rule 6). What stops in between begins again at the next start.
 */
export async function refreshCatalog(environment: Environment): Promise<void> {
  const places = await outdatedPlaces(environment)
  for (let start = 0; start < places.length; start += atOnce)
    await decideAndCommit(environment, (reader, work) =>
      refreshSome(environment, { reader, work }, places.slice(start, start + atOnce)),
    )
  if (places.length > 0) await decideAndCommit(environment, (reader, work) => finish(environment, { reader, work }))
}

/** All objects, the site root too, where the entries are of an old form. */
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
