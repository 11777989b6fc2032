import { formatInstant, type JsonObject, type JsonValue, type OutgoingObject } from '@plenum/core'
import type { ContentNode, StoredFile, VersionMeta, WorkflowRecord } from '@plenum/core/ports'
import { languageOfSite } from '../form/exportKeys.js'
import { commonKeys, preservedOf, stateKeys, uidIn } from './exportedObject.js'
import { isRelation } from './exportedValue.js'
import { jsonText, objectText } from './jsonText.js'
import { plenumKeys, versionFacts, versionKeys } from './plenumKeys.js'

/** The `data.json` of an object, and the digests of the object's files by path below `content/`. */
export interface ObjectFile {
  readonly text: AsyncIterable<string>
  /** The digests of the files. The map is complete only after `text` has been consumed. */
  readonly blobs: ReadonlyMap<string, string>
}

export async function objectFile(object: OutgoingObject, site: string): Promise<ObjectFile> {
  const uid = uidIn(object)
  const blobs = new Map<string, string>()
  const blobAt = (folder: string, { digest, filename }: StoredFile): string => {
    const path = `${uid}/${folder}/${safeFileName(filename)}`
    blobs.set(path, digest)
    return path
  }
  const records = await object.records()
  const versions = await object.versions()
  const { exported, newest } = await versionsToExport(object, versions)
  const votes = await object.votes()
  const keys: JsonObject = {
    ...commonKeys(object, site, blobAt),
    ...stateKeys(object),
    ...savedKeys(object, versions),
    ...(votes ? { 'collective.polls.votes': votes } : {}),
    ...plenumKeys(object, records),
    ...(object.type.isVersioned ? { 'plenum.versions': versionFacts(versions, newest) } : {}),
    workflow_history: exportedHistory(records, object.type.stateKeys),
  }
  const current = filesIn(object)
  const blobOf = (version: number, field: string, file: StoredFile): string =>
    blobAt(current.get(file.digest) === file.filename ? field : `${field}.${version}`, file)
  return { text: textOf(keys, () => versionsText(object, exported, { site, blobOf })), blobs }
}

/**
 * Selects the versions to export. The newest version usually equals the object and is not exported. If the object has
 * since been changed without a new version, the newest version is also exported, and `newest` is null.
 */
async function versionsToExport(object: OutgoingObject, versions: readonly VersionMeta[]) {
  const last = versions.at(-1)
  const newest = last ? await object.version(last.number) : null
  const isCurrent = newest !== null && isSame(newest.node, object.node)
  return isCurrent ? { exported: versions.slice(0, -1), newest } : { exported: versions, newest: null }
}

const isSame = (a: ContentNode, b: ContentNode): boolean =>
  a.layout === b.layout && jsonText(a.fields) === jsonText(b.fields)

/**
 * Returns the author and the comment of the newest version. As in Plone's exports, if the object has only one version,
 * the comment is empty and the author is omitted.
 */
function savedKeys({ type }: OutgoingObject, versions: readonly VersionMeta[]): JsonObject {
  const last = versions.at(-1)
  if (!type.isVersioned) return {}
  if (!last || versions.length < 2) return { changeNote: '' }
  return { changeActor: last.actor, changeNote: last.comments || null }
}

const filesIn = ({ fields, values }: OutgoingObject): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap(({ kind, name }) => {
      const file = kind === 'file' || kind === 'image' ? (values[name] as StoredFile | null | undefined) : null
      return file ? [[file.digest, file.filename] as const] : []
    }),
  )

const versionsKey = 'exportimport.versions'

async function* textOf(keys: JsonObject, versions: () => AsyncIterable<string>): AsyncGenerator<string> {
  const textAt = (value: JsonValue | undefined): string => jsonText(value ?? null, '  ')
  async function* entries(): AsyncGenerator<readonly [string, AsyncIterable<string> | string]> {
    for (const key of [...Object.keys(keys), versionsKey].sort())
      yield [key, key === versionsKey ? versions() : textAt(keys[key])]
  }
  yield* objectText(entries())
  yield '\n'
}

const maxNameBytes = 255

/**
 * Returns a file name that is safe in every file system, according to Plone's rules (docs/how-to/move-in.md, Export to
 * Plone).
 */
export function safeFileName(filename: string): string {
  const safe = filename.normalize('NFC').replace(/[<>:"/\\|?*\p{Cc}]/gu, '_')
  return withoutEnd(cut(safe)) || 'blob'
}

function withoutEnd(name: string): string {
  let length = name.length
  while (length > 0 && (name[length - 1] === '.' || name[length - 1] === ' ')) length -= 1
  return name.slice(0, length)
}

/** Returns the first 255 bytes of a name, or fewer, so that no character is split. */
function cut(name: string): string {
  let [bytes, prefix] = [0, '']
  for (const letter of name) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > maxNameBytes) break
    prefix += letter
  }
  return prefix
}

function exportedHistory(
  records: readonly WorkflowRecord[],
  stateKeys: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly JsonObject[]>> {
  const byWorkflow: Record<string, JsonObject[]> = {}
  for (const { workflow, action, actor, comments, time, state, variables = {} } of records) {
    const stateKey = stateKeys.get(workflow) ?? 'review_state'
    byWorkflow[workflow] ??= []
    byWorkflow[workflow].push({ ...variables, action, actor, comments, time: formatInstant(time), [stateKey]: state })
  }
  return byWorkflow
}

/** Streams the versions of an object, so that only one version is in memory at a time. */
function versionsText(
  object: OutgoingObject,
  versions: readonly VersionMeta[],
  { site, blobOf }: { site: string; blobOf(version: number, field: string, file: StoredFile): string },
): AsyncGenerator<string> {
  async function* entries(): AsyncGenerator<readonly [string, string]> {
    for (const [index, { number }] of [...versions.entries()].sort(byName)) {
      const body = await object.version(number)
      if (!body) continue
      const keys = commonKeys({ ...object, ...body }, site, (field, file) => blobOf(number, field, file))
      const facts = { allow_discussion: false, changeNote: '', version: index, 'plenum.version': versionKeys(body) }
      const overrides = { ...relationsOf(body), ...preservedOf(body).told }
      yield [String(index), jsonText({ ...keys, ...languageOf(keys), ...overrides, ...facts }, '    ')]
    }
  }
  return objectText(entries(), '  ')
}

type Entry = readonly [index: number, version: VersionMeta]

const byName = ([a]: Entry, [b]: Entry): number => (String(a) < String(b) ? -1 : 1)

const languageOf = ({ language }: JsonObject): JsonObject => (language === languageOfSite ? { language: '' } : {})

const relationsOf = ({ fields, values }: Pick<OutgoingObject, 'fields' | 'values'>): JsonObject =>
  Object.fromEntries(fields.filter(isRelation).map(({ name }) => [name, values[name] ?? null]))
