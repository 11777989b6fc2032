import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { activeParts, typesWith } from '../../content/model/model.js'
import { defaultPageField } from '../../content/node/defaultPage.js'
import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import type { StoredVersion, VersionMeta } from '../../content/store/versions.js'
import { importKey } from '../../event/importKey.js'
import { importedPersonId, personIdField } from '../../event/personId.js'
import { presenterBehavior } from '../../event/presenter.js'
import { isJsonObject } from '../../foundation/json.js'
import { rootPath } from '../../foundation/paths.js'
import { inTask, type Task } from '../../foundation/scheduler.js'
import type { RewrittenObject, WholeStore } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'
import { type ObjectRef, openEach, readNodes, scanFew } from '../run/openEach.js'
import { choosePersonIds } from '../run/personIds.js'
import { type LinkResolution, withUidLinks } from '../write/linkByUid.js'
import { batchesOf, markRoot, type Reading, type Rewritten, rewriteEach } from './rewriteEach.js'

/**
 * The version of the storage format of content. Increment it when code begins to rely on a new format. Version 1 added
 * references, version 2 restricted holders to the View permission, version 3 added links by UID and the words of all
 * blocks, version 4 added occurrences of recurring events and default pages from imports, and version 5 added ids of
 * presenters for schedule apps. Each version also requires a new schema step in the stores, even an empty one, so that
 * older programs cannot write the old format.
 */
const currentForm = 5

const formField = 'catalog_form'

export const currentFormMark: FieldValues = { [formField]: currentForm }

export const hasCurrentForm = (root: ContentNode): boolean => root.fields[formField] === currentForm

/**
 * The maximum number of objects or versions per change. An object can have a size of one megabyte, so larger changes
 * would block other writers for too long.
 */
const batchSize = 20

/**
 * Converts all objects, versions and catalog entries to the current storage format. Relative URLs and URLs that begin
 * with one of `bases` become links by UID (docs/content-and-access.md, Blocks and values, rule 9), and default pages
 * from earlier imports take effect. Revisions, times and histories do not change. The conversion is idempotent, so the
 * next start can repeat it after an interruption.
 */
export async function renewStoredForm(environment: Environment, bases: readonly string[]): Promise<void> {
  const locations = await outdatedObjects(environment)
  const personIds = locations.length === 0 ? new Map() : await idsOfPresenters(environment)
  const renewed = (reading: Reading, lineage: Lineage) =>
    renewedObject(environment, { ...reading, bases, personIds, principals: 'system' }, lineage)
  for (const batch of batchesOf(locations, batchSize)) await rewriteEach(environment, batch, renewed)
  const { whole } = environment
  if (whole) for (const location of locations) await renewVersions(environment, { whole, bases }, location)
  if (locations.length > 0) await markRoot(environment, currentFormMark)
}

const outdatedObjects = ({ store }: Environment): Promise<readonly ObjectRef[]> =>
  store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    if (!root || hasCurrentForm(root)) return []
    const locations: ObjectRef[] = []
    for await (const hits of (await reader.scan({ principals: 'system', where: [] })).chunks)
      for (const { uid, path } of hits) locations.push({ uid, path })
    return locations
  })

async function renewedObject(
  environment: Environment,
  { personIds, ...resolution }: LinkResolution & { readonly personIds: ReadonlyMap<string, number> },
  storedLineage: Lineage,
): Promise<Rewritten> {
  const { task } = resolution
  if (task.isOver()) await task.next()
  const stored = objectOf(storedLineage)
  const at = environment.at(storedLineage[0])
  // The catalog entry of a default page depends on its container, which may belong to a later batch.
  const lineage = environment.whole ? storedLineage.map(withImportedDefaultPage) : storedLineage
  const node = environment.whole
    ? withPersonId(await renewedNode(at, resolution, lineage), personIds.get(stored.uid))
    : stored
  const entry = await catalogEntry(lineage.with(-1, node), at, task)
  return { uid: stored.uid, revision: stored.revision, entry, ...(node === stored ? {} : { node }) }
}

/**
 * Returns the ids of presenters in files for schedule apps, by the UID of the presenter. Imported ids take precedence.
 */
async function idsOfPresenters(environment: Environment): Promise<ReadonlyMap<string, number>> {
  const { store, scheduler } = environment
  const readIds = async (reader: ContentReader, task: Task): Promise<ReadonlyMap<string, number>> => {
    const reading = { environment: environment.at((await reader.open(rootPath)).lineage[0]), reader, task }
    const types = typesWith(reading.environment.registry, presenterBehavior.name)
    const where = [{ kind: 'any', index: 'portal_type', values: types } as const]
    const uids = (await scanFew(reading, { principals: 'system', where })).map(({ uid }) => uid)
    const presenters: Pick<ContentNode, 'uid' | 'fields'>[] = []
    for (const batch of batchesOf(uids, batchSize))
      for (const { uid, fields } of await readNodes(reading, batch))
        presenters.push({ uid, fields: idFieldsOf(fields) })
    const [others, imported] = [presenters.filter(isNotImported), presenters.filter(node => !isNotImported(node))]
    return (await choosePersonIds(reading, [...imported, ...others])).ids
  }
  return inTask(scheduler, task => store.read(reader => readIds(reader, task)))
}

/**
 * Returns only the fields from which the id of a presenter is derived, so that the presenters of a large site fit into
 * memory.
 */
const idFieldsOf = ({ [importKey.name]: key = null, [personIdField.name]: id = null }: FieldValues): FieldValues => ({
  [importKey.name]: key,
  [personIdField.name]: id,
})

const isNotImported = ({ fields }: Pick<ContentNode, 'fields'>): boolean => importedPersonId(fields) === null

const withPersonId = (node: ContentNode, id: number | undefined): ContentNode =>
  id === undefined || node.fields[personIdField.name] === id
    ? node
    : { ...node, fields: { ...node.fields, [personIdField.name]: id } }

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
  location: ObjectRef,
): Promise<void> {
  const { store, scheduler } = environment
  const metas = await store.read(reader => reader.versions(location.uid))
  for (const batch of batchesOf(metas, batchSize))
    await inTask(scheduler, async task => {
      const renewed = await store.read(reader =>
        renewedVersions(environment, { reader, task, bases, principals: 'system' }, { location, batch }),
      )
      if (renewed) await whole.rewrite([renewed], task)
    })
}

async function renewedVersions(
  environment: Environment,
  resolution: LinkResolution,
  { location, batch }: { readonly location: ObjectRef; readonly batch: readonly VersionMeta[] },
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

/** The internal field in which earlier Plenum versions stored default pages from Plone without using them. */
const preservedField = 'kept_from_plone'

/**
 * Returns the object with the default page from an earlier import, or the same object if the import stored no default
 * page.
 */
function withImportedDefaultPage(node: ContentNode): ContentNode {
  const { [preservedField]: stored, ...fields } = node.fields
  if (!isJsonObject(stored) || !isJsonObject(stored.default_page)) return node
  const { default_page: page, ...preserved } = stored
  const isEmpty = Object.keys(preserved).length === 0
  return {
    ...node,
    fields: {
      ...fields,
      ...(isEmpty ? {} : { [preservedField]: preserved }),
      [defaultPageField]: fields[defaultPageField] ?? page.default_page_uuid ?? null,
    },
  }
}
