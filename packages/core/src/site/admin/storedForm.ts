import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { activeParts } from '../../content/model/model.js'
import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import type { StoredVersion, VersionMeta } from '../../content/store/versions.js'
import { rootPath } from '../../foundation/paths.js'
import { inTask } from '../../foundation/scheduler.js'
import type { ExpectedEntry, RewrittenObject, WholeStore } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'
import { openEach } from '../run/openEach.js'
import { decideAndCommit } from '../run/untilCommitted.js'
import { updateOf } from '../write/changes.js'
import { type LinkResolution, withUidLinks } from '../write/linkByUid.js'
import { withImportedDefaultPage } from './importedDefaultPage.js'

/**
 * Increases whenever stored content gets another form that the rules rely on. 1: references. 2: holders of View only.
 * 3: links by UID, and the words of all blocks. Stores need another schema step each time, even an empty one: it stops
 * older programs from writing the old form.
 */
const currentForm = 3

const formField = 'catalog_form'

/** Marks a site whose content has the current form. */
export const currentFormMark: FieldValues = { [formField]: currentForm }

/** Whether the content of a site has the current form. */
export const hasCurrentForm = (root: ContentNode): boolean => root.fields[formField] === currentForm

/** Objects or versions in one change: each may have a megabyte, and others may write between two changes. */
const batchSize = 20

interface ObjectLocation {
  readonly uid: string
  readonly path: string
}

/**
 * Gives all objects, versions and catalog entries the current form, once, before anything relies on it: addresses below
 * `bases` and relative ones become links by UID (docs/content-and-access.md, Blocks and values, rule 9), and default
 * pages of earlier imports take effect. Revisions, times and histories stay. If interrupted, it starts again at the next start; converted objects stay as they are.
 */
export async function renewStoredForm(environment: Environment, bases: readonly string[]): Promise<void> {
  const locations = await outdatedObjects(environment)
  for (const batch of batchesOf(locations)) await renewObjects(environment, bases, batch)
  const { whole } = environment
  if (whole) for (const location of locations) await renewVersions(environment, { whole, bases }, location)
  if (locations.length > 0) await finish(environment)
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize)
}

/** All objects, including the site root, if they have an old form. */
function outdatedObjects({ store }: Environment): Promise<readonly ObjectLocation[]> {
  return store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    if (!root || hasCurrentForm(root)) return []
    const locations: ObjectLocation[] = []
    for await (const hits of (await reader.scan({ principals: 'system', where: [] })).chunks)
      for (const { uid, path } of hits) locations.push({ uid, path })
    return locations
  })
}

/** Without raw access to the store, only catalog entries are renewed: links are converted when an object is written. */
async function renewObjects(
  environment: Environment,
  bases: readonly string[],
  locations: readonly ObjectLocation[],
): Promise<void> {
  const { store, whole, scheduler } = environment
  await inTask(scheduler, async task => {
    const objects = await store.read(async reader => {
      const renewed: Renewed[] = []
      for (const [, lineage] of await openEach({ reader, task }, locations))
        renewed.push(await renewedObject(environment, { reader, task, bases, principals: 'system' }, lineage))
      return renewed
    })
    if (objects.length === 0) return
    if (whole) await whole.rewrite(objects, task)
    else await decideAndCommit(environment, async () => ({ answer: null, change: { entries: objects } }))
  })
}

type Renewed = ExpectedEntry & Pick<RewrittenObject, 'node'>

async function renewedObject(
  environment: Environment,
  resolution: LinkResolution,
  storedLineage: Lineage,
): Promise<Renewed> {
  const { task } = resolution
  if (task.isOver()) await task.next()
  const stored = objectOf(storedLineage)
  const at = environment.at(storedLineage[0])
  // The entry of a default page depends on its container, which another batch may convert later.
  const lineage = environment.whole ? storedLineage.map(withImportedDefaultPage) : storedLineage
  const node = environment.whole ? await renewedNode(at, resolution, lineage) : stored
  const entry = await catalogEntry(lineage.with(-1, node), at, task)
  return { uid: stored.uid, revision: stored.revision, entry, ...(node === stored ? {} : { node }) }
}

async function renewedNode(
  { registry }: Environment,
  resolution: LinkResolution,
  lineage: Lineage,
): Promise<ContentNode> {
  const node = objectOf(lineage)
  const type = registry.types.get(node.type)
  if (!type) return node
  const { allFields } = activeParts(type, lineage)
  const written = { fields: allFields, values: node.fields, stored: {}, at: node.path }
  const fields = await withUidLinks(resolution, written)
  return fields === node.fields ? node : { ...node, fields }
}

async function renewVersions(
  environment: Environment,
  { whole, bases }: { readonly whole: WholeStore; readonly bases: readonly string[] },
  location: ObjectLocation,
): Promise<void> {
  const { store, scheduler } = environment
  const metas = await store.read(reader => reader.versions(location.uid))
  for (const batch of batchesOf(metas))
    await inTask(scheduler, async task => {
      const renewed = await store.read(reader =>
        renewedVersions(environment, { reader, task, bases, principals: 'system' }, { location, batch }),
      )
      if (renewed) await whole.rewrite([renewed], task)
    })
}

/** The object with those versions of a batch that change; undefined if none does. */
async function renewedVersions(
  environment: Environment,
  resolution: LinkResolution,
  { location, batch }: { readonly location: ObjectLocation; readonly batch: readonly VersionMeta[] },
): Promise<RewrittenObject | undefined> {
  const { reader, task } = resolution
  const [[, lineage] = []] = await openEach({ reader, task }, [location])
  if (!lineage) return undefined
  const { uid, revision } = objectOf(lineage)
  const versions: Pick<StoredVersion, 'number' | 'node'>[] = []
  for (const { number } of batch) {
    if (task.isOver()) await task.next()
    const version = await reader.version(uid, number)
    const at = environment.at(lineage[0])
    const node = version && (await renewedNode(at, resolution, lineage.with(-1, version.node)))
    if (node && node !== version.node) versions.push({ number, node })
  }
  return versions.length === 0 ? undefined : { uid, revision, versions }
}

/** Marks the site root; only a store without raw access gives it a new revision. */
async function finish(environment: Environment): Promise<void> {
  const { store, whole } = environment
  const node = await store.read(async reader => markedRoot(objectOf((await reader.open(rootPath)).lineage)))
  const at = environment.at(node)
  if (!whole) return decideAndCommit(environment, async () => ({ answer: undefined, change: rootUpdate(at, node) }))
  const entry = await inTask(environment.scheduler, task => catalogEntry([node], at, task))
  await whole.rewrite([{ uid: node.uid, revision: node.revision, entry, node }])
}

const markedRoot = (root: ContentNode): ContentNode => ({ ...root, fields: { ...root.fields, ...currentFormMark } })

const rootUpdate = (environment: Environment, root: ContentNode): Change => ({
  updates: [updateOf(environment, [root])],
})
