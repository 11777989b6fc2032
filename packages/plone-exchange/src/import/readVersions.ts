import {
  type IncomingFinding,
  type IncomingVersion,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseInstant,
  type SavedNote,
} from '@plenum/core'
import type { StoredFile } from '@plenum/core/ports'
import { type PreservedFromPlone, preservedField } from '../form/preservedValue.js'
import { objectPath } from './objectPath.js'
import { type BodyToRead, readBody } from './readBody.js'
import { note, objectIn, problem, textIn, textsIn, viewIn } from './readingJson.js'
import { exactFields, integerIn } from './readPlenumKeys.js'

interface VersionsToRead extends BodyToRead {
  readonly current: Readonly<Record<string, StoredFile>>
}

/**
 * Reads the versions that an export lists, usually without the newest version. Plone's format does not contain the
 * authors of versions, so the authors are taken from the keys that only Plenum exports.
 */
export async function readVersions({ uid, data, files, current }: VersionsToRead) {
  const versions: IncomingVersion[] = []
  const findings: IncomingFinding[] = []
  const all = Object.entries(objectIn(data['exportimport.versions'])).sort(([a], [b]) => Number(a) - Number(b))
  for (const [number, version] of all) {
    const key = `exportimport.versions.${number}`
    const time = isJsonObject(version) ? parseInstant(textIn(version.modified) || textIn(version.created)) : null
    if (time === null || !isJsonObject(version)) findings.push(problem('is not a version with a date', { uid, key }))
    else {
      const { available, lost } = withoutDownloads(version, current)
      const body = await readBody({ uid, data: available.data, files })
      findings.push(
        ...body.findings,
        ...lost.map(name => note('has a file whose bytes are not in the export', { uid, key: `${key}.${name}` })),
      )
      versions.push({
        values: body.values,
        files: { ...body.files, ...available.files },
        uid: textIn(version.UID) || null,
        created: parseInstant(textIn(version.created)),
        time,
        ...locationOf(version),
        actor: '',
        comments: '',
        ...savedBy(data, number),
        ...preservedValues(version, lost),
        ...ofVersion(version),
      })
    }
  }
  return { versions, findings }
}

function preservedValues(version: JsonObject, lost: readonly string[]): Pick<IncomingVersion, 'hiddenValues'> {
  const overrides = Object.entries(version).filter(([name, value]) => lost.includes(name) || isSummary(value))
  const preserved: PreservedFromPlone = { told: Object.fromEntries(overrides) }
  return overrides.length > 0 ? { hiddenValues: { [preservedField]: preserved as JsonObject } } : {}
}

const isSummary = (value: JsonValue): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isSummary)
    : isJsonObject(value) && typeof value['@id'] === 'string' && typeof value['@type'] === 'string'

function locationOf({ '@id': address, layout }: JsonObject): Pick<IncomingVersion, 'path' | 'layout'> {
  const path = objectPath(textIn(address))
  return { ...(path === null ? {} : { path }), ...(layout === undefined ? {} : { layout: viewIn(layout) }) }
}

export function savedBy(data: JsonObject, number: string): Partial<SavedNote> {
  const { actor, comments, time, modified, records, path } = objectIn(objectIn(data['plenum.versions'])[number])
  const [at, dated, before] = [integerIn(time), integerIn(modified), integerIn(records)]
  if (at === undefined) return {}
  return {
    actor: textIn(actor),
    comments: textIn(comments),
    time: at,
    ...(dated === undefined ? {} : { modified: dated }),
    ...(before === undefined ? {} : { recordsBefore: before }),
    ...(textIn(path) === '' ? {} : { path: textIn(path) }),
  }
}

function ofVersion(version: JsonObject): Partial<IncomingVersion> {
  const own = objectIn(version['plenum.version'])
  if (Object.keys(own).length === 0) return {}
  const relations = Object.entries(objectIn(own.relations)).map(([name, uids]) => [name, textsIn(uids)] as const)
  const [created, modified] = [integerIn(own.created), integerIn(own.modified)]
  return {
    ...(created === undefined ? {} : { created }),
    ...(modified === undefined ? {} : { modified }),
    ...(textIn(own.path) === '' ? {} : { path: textIn(own.path) }),
    relations: Object.fromEntries(relations),
    hiddenValues: { ...objectIn(own.hidden), ...exactFields(version, own.fields) },
  }
}

/**
 * Removes from a version the files that were exported as URLs. If the name and the size of a file match those of the
 * current file, the current file is used instead. All other files are lost.
 */
function withoutDownloads(version: JsonObject, current: Readonly<Record<string, StoredFile>>) {
  const files: Record<string, StoredFile> = {}
  const lost: string[] = []
  const remaining = Object.entries(version).filter(([name, value]) => {
    if (!isJsonObject(value) || !Object.hasOwn(value, 'download') || Object.hasOwn(value, 'blob_path')) return true
    const now = current[name]
    if (now && now.filename === value.filename && now.size === value.size) files[name] = now
    else lost.push(name)
    return false
  })
  return { available: { data: Object.fromEntries(remaining), files }, lost }
}
