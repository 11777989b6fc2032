import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { activeParts, isVersionable } from '../../content/model/model.js'
import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import type { StoredVersion } from '../../content/store/versions.js'
import { rootPath } from '../../foundation/paths.js'
import { inTask } from '../../foundation/scheduler.js'
import type { RewrittenObject } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'
import { openEach } from '../run/openEach.js'
import { decideAndCommit } from '../run/untilCommitted.js'
import { updateOf } from '../write/changes.js'
import { type LinkResolution, withUidLinks } from '../write/linkByUid.js'

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

/** The number of objects in one change; others may write between two changes. */
const batchSize = 500

interface ObjectLocation {
  readonly uid: string
  readonly path: string
}

/**
 * Gives all objects, versions and catalog entries the current form, once, before anything relies on it: addresses below
 * `bases` and relative ones become links by UID (docs/content-and-access.md, Blocks and values, rule 9). Revisions, times
 * and histories stay. If interrupted, it starts again at the next start; converted objects stay as they are.
 */
export async function renewStoredForm(environment: Environment, bases: readonly string[]): Promise<void> {
  const locations = await outdatedObjects(environment)
  for (let start = 0; start < locations.length; start += batchSize)
    await renewSome(environment, bases, locations.slice(start, start + batchSize))
  if (locations.length > 0) await finish(environment)
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
async function renewSome(
  environment: Environment,
  bases: readonly string[],
  locations: readonly ObjectLocation[],
): Promise<void> {
  const { store, whole, scheduler } = environment
  await inTask(scheduler, async task => {
    const objects = await store.read(async reader => {
      const resolution: LinkResolution = { reader, task, bases, principals: 'system' }
      const renewed: RewrittenObject[] = []
      for (const [, lineage] of await openEach({ reader, task }, locations))
        renewed.push(await renewedObject(environment.at(lineage[0]), resolution, lineage))
      return renewed
    })
    if (whole) await whole.rewrite(objects, task)
    else await decideAndCommit(environment, async () => ({ answer: null, change: { entries: objects } }))
  })
}

async function renewedObject(
  environment: Environment,
  resolution: LinkResolution,
  lineage: Lineage,
): Promise<RewrittenObject> {
  const { task } = resolution
  if (task.isOver()) await task.next()
  const stored = objectOf(lineage)
  const renew = (node: ContentNode) => renewedNode(environment, resolution, lineage.with(-1, node))
  const node = environment.whole ? await renew(stored) : stored
  const entry = await catalogEntry(lineage.with(-1, node), environment, task)
  const versions = environment.whole ? await renewedVersions(environment, resolution, { stored, renew }) : []
  const { uid, revision } = stored
  return { uid, revision, entry, versions, ...(node === stored ? {} : { node }) }
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

type RenewedVersion = Pick<StoredVersion, 'number' | 'node'>

interface Renewing {
  readonly stored: ContentNode
  readonly renew: (node: ContentNode) => Promise<ContentNode>
}

async function renewedVersions(
  { registry }: Environment,
  { reader, task }: LinkResolution,
  { stored: { uid, type }, renew }: Renewing,
): Promise<readonly RenewedVersion[]> {
  if (!isVersionable(registry.type(type))) return []
  const renewed: RenewedVersion[] = []
  for (const { number } of await reader.versions(uid)) {
    if (task.isOver()) await task.next()
    const version = await reader.version(uid, number)
    const node = version && (await renew(version.node))
    if (node && node !== version.node) renewed.push({ number, node })
  }
  return renewed
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
