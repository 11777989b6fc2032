import type { Summary, SummaryKeys, SummaryMetadata } from '../../answers/summary.js'
import { formatInstant } from '../../foundation/instants.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { idOfPath, urlOf } from '../../foundation/paths.js'
import { resolvedAddress } from '../blocks/uidLinks.js'
import { addressAt } from '../fields/presentField.js'
import type { SummaryContext } from '../model/model.js'
import { formatFileSize, imageScales } from '../node/images.js'
import type { StoredFile } from '../node/node.js'
import { forever, never } from '../query/absentDates.js'
import type { SearchHit } from '../store/catalog.js'
import { type StockColumns, stockColumns } from './stockColumns.js'

const dateOr = <Other extends string | null>(value: JsonValue | undefined, fallback: Other): string | Other =>
  typeof value === 'number' ? formatInstant(value) : fallback

/**
 * Builds the summary of an object for listings, search results, slots and the key `parent` (docs/content-and-access.md,
 * Summaries).
 */
export function summarize(entry: SearchHit, context: SummaryContext): Summary {
  const columns = stockColumns(entry)
  const type = context.registry.type(entry.type)
  const extra = type.allBehaviors.flatMap(({ summary = [] }) => summary).map(part => part.keys(entry, context))
  const common: SummaryKeys = {
    '@id': urlOf(context.base, entry.path),
    '@type': entry.type,
    Subject: columns.subjects ?? [],
    description: columns.description ?? '',
    effective: dateOr(columns.effective, formatInstant(never)),
    end: dateOr(columns.end, null),
    getObjSize: formatFileSize(fileIn(columns.file)?.size ?? 0),
    getRemoteUrl: remoteUrl(columns.remoteUrl ?? null, context),
    head_title: null,
    ...imageKeys(columns, context),
    mime_type: fileIn(columns.file)?.['content-type'] ?? 'text/plain',
    nav_title: columns.nav_title ?? null,
    review_state: columns.review_state ?? null,
    start: dateOr(columns.start, null),
    title: columns.title ?? '',
    type_title: context.translate(type.title),
    workflow_states: columns.workflow_states ?? [],
  }
  return Object.assign(common, ...extra)
}

function remoteUrl(address: string | null, { base, node }: SummaryContext): string | null {
  if (typeof address !== 'string') return address
  const addressOf = (uid: string): string | undefined => {
    const target = node(uid)
    return target && urlOf(base, target.path)
  }
  return addressAt(base, resolvedAddress(address, addressOf))
}

const fileIn = (value: JsonValue | undefined): StoredFile | undefined =>
  isJsonObject(value) ? (value as StoredFile) : undefined

function imageKeys(columns: JsonObject, context: SummaryContext): Pick<SummaryKeys, 'image_field' | 'image_scales'> {
  const ownImage = columns.image
  if (isJsonObject(ownImage)) {
    const field = String(ownImage.field)
    return { image_field: field, image_scales: { [field]: [imageScales(field, ownImage.file as StoredFile)] } }
  }
  const linked =
    typeof columns.preview_image_link === 'string' ? context.visible(columns.preview_image_link) : undefined
  if (!linked || !isJsonObject(linked.columns.image)) return { image_field: '', image_scales: null }
  const { field, file } = linked.columns.image
  const scales = imageScales(String(field), file as StoredFile, { base_path: linked.path })
  return { image_field: 'preview_image_link', image_scales: { preview_image_link: [scales] } }
}

type Column<Value> = (entry: SearchHit, context: SummaryContext) => Value

const textDate =
  (...names: readonly string[]): Column<string> =>
  ({ columns }) =>
    dateOr(
      names.map(name => columns[name]).find(value => typeof value === 'number'),
      'None',
    )

const column =
  <Name extends keyof StockColumns>(name: Name): Column<NonNullable<StockColumns[Name]> | null> =>
  entry =>
    stockColumns(entry)[name] ?? null

/** The keys that clients can request with `metadata_fields` (docs/content-and-access.md, Summaries). */
const metadata: { readonly [Name in keyof SummaryMetadata]: Column<SummaryMetadata[Name]> } = {
  CreationDate: textDate('created'),
  Creator: column('Creator'),
  Date: textDate('effective', 'modified'),
  Description: column('description'),
  EffectiveDate: textDate('effective'),
  ExpirationDate: textDate('expires'),
  ModificationDate: textDate('modified'),
  Title: column('title'),
  Type: ({ type }, { registry, translate }) => translate(registry.type(type).title),
  UID: ({ uid }) => uid,
  block_types: column('block_types'),
  created: ({ columns }) => dateOr(columns.created, null),
  exclude_from_nav: column('exclude_from_nav'),
  expires: ({ columns }) => dateOr(columns.expires, formatInstant(forever)),
  getIcon: ({ columns }) => isJsonObject(columns.image),
  getId: ({ path }) => idOfPath(path),
  getPath: ({ path }) => path,
  getURL: ({ path }, { base }) => urlOf(base, path),
  hasPreviewImage: ({ columns }) => typeof columns.preview_image_link === 'string',
  id: ({ path }) => idOfPath(path),
  is_folderish: ({ type }, { registry }) => registry.type(type).contains !== null,
  level: column('level'),
  listCreators: column('creators'),
  location: column('location'),
  modified: ({ columns }) => dateOr(columns.modified, null),
  portal_type: ({ type }) => type,
}

const commonNames: readonly (keyof SummaryKeys)[] = [
  'Subject',
  'effective',
  'end',
  'getObjSize',
  'getRemoteUrl',
  'image_field',
  'image_scales',
  'mime_type',
  'nav_title',
  'review_state',
  'start',
  'workflow_states',
]

export const metadataNames: readonly string[] = [...commonNames, ...Object.keys(metadata)].toSorted()

/**
 * Returns the values of the requested metadata keys and of the columns that behaviors add. `_all` selects all of them.
 * Unknown names are ignored.
 */
export function summaryMetadata(
  names: readonly string[],
  entry: SearchHit,
  context: SummaryContext,
): Partial<SummaryMetadata> {
  const { columns } = context.registry
  const selected = names.includes('_all') ? [...Object.keys(metadata), ...columns] : names
  const keys = selected.filter(isMetadata).map(name => [name, metadata[name](entry, context)])
  const own = columns.filter(name => selected.includes(name)).map(name => [name, entry.columns[name] ?? null])
  return Object.fromEntries([...keys, ...own])
}

const isMetadata = (name: string): name is keyof SummaryMetadata => Object.hasOwn(metadata, name)
