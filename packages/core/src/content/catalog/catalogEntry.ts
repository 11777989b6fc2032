import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { memoizeLast } from '../../foundation/memoizeByIdentity.js'
import { idOfPath } from '../../foundation/paths.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import { holdersOf, intersectHolders, permission } from '../../security/permissions.js'
import { computedFields, type Indexer, type RegisteredType, type Registry } from '../model/model.js'
import { hiddenAlong, publicFormOf } from '../model/publicForm.js'
import { isDefaultPage } from '../node/defaultPage.js'
import { type ContentNode, type Lineage, objectOf, type StoredFile } from '../node/node.js'
import { fold } from '../query/words.js'
import type { CatalogEntry, CatalogFacts, Indexes, SearchHit } from '../store/catalog.js'
import { indexReferences } from './references.js'
import { noWords, searchWords } from './searchWords.js'
import { withWorkingColumns, workingEditors, workingEditorsIndex } from './workingColumns.js'

export type Indexing = { readonly registry: Registry; readonly indexers: readonly Indexer[] }

function partsOf(lineage: Lineage, { registry, indexers }: Indexing) {
  const stored = lineage.at(-1)
  if (!stored) throw new Error('Nothing to index: the lineage is empty.')
  const type = registry.type(stored.type)
  const computed = computedFields(type, lineage)
  const node = Object.keys(computed).length === 0 ? stored : { ...stored, fields: { ...stored.fields, ...computed } }
  const ofBehaviors = type.allBehaviors.flatMap(({ indexer = [] }) => indexer)
  const parts = [...ofBehaviors, ...indexers].map(indexer => indexer(lineage))
  // For all other objects, the column is omitted instead of being set to false, so that catalog entries from earlier
  // versions of this program, which lack the column, remain valid.
  const defaultPage = isDefaultPage(lineage) ? { is_default_page: true } : {}
  const columns = withoutNulls(
    Object.assign(commonColumns(node, type), defaultPage, ...parts.map(part => part.columns)),
  )
  return { node, type, parts, columns, defaultPage }
}

export function catalogFacts(lineage: Lineage, indexing: Indexing): CatalogFacts {
  const form = publicFormOf(indexing.registry, lineage)
  const stored = partsOf(lineage, indexing)
  if (!form) return { holders: findersOf(lineage, indexing), indexes: indexesOf(stored), columns: stored.columns }
  const { states } = lineage.at(-1) ?? form.node
  const withNode = (node: ContentNode) => partsOf([...lineage.slice(0, -1), node], indexing)
  const columns = withWorkingColumns(withNode(form.node).columns, stored.columns, () =>
    holdersOf(permission.modify, lineage, indexing.registry.permissions),
  )
  const editors = workingEditors(columns)
  // The indexes contain the current states even if visitors see the values of a release, because worklists depend on
  // the current states.
  const indexes = indexesOf(withNode({ ...form.node, states }))
  return {
    holders: findersOf(lineage, indexing),
    indexes: editors.length === 0 ? indexes : { ...indexes, [workingEditorsIndex]: editors },
    columns,
  }
}

/**
 * Builds a catalog entry from the current values of an object, even if visitors see the values of a release. This entry
 * is not stored, and is shown only to callers with the Modify portal content permission. If no time slice is given, the
 * entry contains no words.
 */
export async function workingEntry(
  lineage: Lineage,
  indexing: Indexing,
  slice: TimeSlice | null,
): Promise<CatalogEntry> {
  const stored = partsOf(lineage, indexing)
  const words = slice ? await searchWords(stored.node, stored.type, slice) : noWords
  return { holders: [], indexes: indexesOf(stored), columns: stored.columns, ...words }
}

function indexesOf({ node, type, parts, defaultPage }: ReturnType<typeof partsOf>): Indexes {
  const indexes = Object.assign(commonIndexes(node, type), defaultPage, ...parts.map(part => part.indexes))
  return withoutNulls(indexes) as Indexes
}

/**
 * Returns the roles and principals whose searches find an object. Search results contain the title, so both the Access
 * contents information permission and the View permission are required (docs/content-and-access.md, Visibility).
 */
function findersOf(lineage: Lineage, { registry }: Indexing): readonly string[] {
  const holders = (name: string) => holdersOf(name, lineage, registry.permissions)
  return hiddenAlong(registry, lineage)
    .map(ancestors => holdersOf(permission.modify, ancestors, registry.permissions))
    .reduce(intersectHolders, intersectHolders(holders(permission.accessContents), holders(permission.view)))
}

/** Builds a catalog entry. Long texts are processed in time slices. */
export async function catalogEntry(lineage: Lineage, indexing: Indexing, slice: TimeSlice): Promise<CatalogEntry> {
  const facts = catalogFacts(lineage, indexing)
  const node = publicFormOf(indexing.registry, lineage)?.node ?? lineage.at(-1)
  return { ...facts, ...(node ? await searchWords(node, indexing.registry.type(node.type), slice) : noWords) }
}

/**
 * Returns an object as a search hit. The last hit is cached, because all items in a listing need the hit of the same
 * container.
 */
export const hitOf = memoizeLast((lineage: Lineage, indexing: Indexing): SearchHit => {
  const { uid, path, type } = objectOf(lineage)
  return { uid, path, type, position: 0, columns: catalogFacts(lineage, indexing).columns }
})

/** Removes null and undefined values. Entries become much smaller, because most columns of most objects are empty. */
function withoutNulls(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const present: Record<string, JsonValue> = {}
  for (const name in values) {
    const value = values[name]
    if (value !== null && value !== undefined) present[name] = value
  }
  return present
}

function commonIndexes(node: ContentNode, type: RegisteredType): Record<string, JsonValue | undefined> {
  const { fields } = node
  return {
    UID: node.uid,
    getId: idOfPath(node.path),
    portal_type: node.type,
    Creator: node.creator,
    created: node.created,
    modified: node.modified,
    effective: fields.effective,
    expires: fields.expires,
    start: fields.start,
    end: fields.end,
    Subject: fields.subjects ?? [],
    sortable_title: sortableTitle(textOf(fields.title)),
    is_folderish: type.contains !== null,
    exclude_from_nav: fields.exclude_from_nav === true,
    Language: textOf(fields.language),
    ...indexReferences(node, type.allFields),
  }
}

/** Returns the sort key of a title. Numbers are padded, so that "Day 2" is sorted before "Day 10". */
export const sortableTitle = (title: string): string =>
  fold(title)
    .trim()
    .replace(/\d+/g, digits => digits.padStart(6, '0'))
    .slice(0, 100)

/** Returns the columns that all objects have. Instants are in milliseconds. */
function commonColumns(node: ContentNode, type: RegisteredType): Record<string, JsonValue> {
  const { fields } = node
  const image = imageField(node, type)
  return {
    title: textOf(fields.title),
    description: textOf(fields.description),
    subjects: fields.subjects ?? [],
    effective: fields.effective ?? null,
    expires: fields.expires ?? null,
    start: fields.start ?? null,
    end: fields.end ?? null,
    nav_title: fields.nav_title ?? null,
    remoteUrl: fields.remoteUrl ?? null,
    file: fileOf(node, type),
    image: image ? { field: image, file: fields[image] as StoredFile } : null,
    preview_image_link: fields.preview_image_link ?? null,
    exclude_from_nav: fields.exclude_from_nav === true,
    creators: fields.creators ?? [],
    location: fields.location ?? null,
    block_types: blockTypes(fields.blocks),
    Creator: node.creator,
    created: node.created,
    modified: node.modified,
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const imageField = (node: ContentNode, type: RegisteredType): string | undefined =>
  type.allFields.find(({ name, kind, hidden }) => kind === 'image' && !hidden && node.fields[name])?.name

function fileOf(node: ContentNode, type: RegisteredType): JsonValue {
  const field = type.allFields.find(
    ({ name, kind, hidden }) => (kind === 'file' || kind === 'image') && !hidden && node.fields[name],
  )
  return field ? (node.fields[field.name] ?? null) : null
}

function blockTypes(blocks: JsonValue | undefined): readonly string[] {
  const types = Object.values((blocks ?? {}) as JsonObject).map(block => (block as JsonObject | null)?.['@type'])
  return [...new Set(types.filter(type => typeof type === 'string'))]
}
