import {
  type IncomingFinding,
  type IncomingReading,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseInstant,
  type SavedNote,
} from '@plenum/core'
import { rootUid } from '../form/exportKeys.js'
import { type ExportFiles, Unreadable } from './exportFiles.js'
import { objectPath } from './objectPath.js'
import { readBody } from './readBody.js'
import { readHistory } from './readHistory.js'
import { listIn, note, objectIn, problem, textIn, textsIn, viewIn } from './readingJson.js'
import type { Metadata } from './readMetadata.js'
import { exactTime, hiddenValuesOf } from './readPlenumKeys.js'
import { readVersions, savedBy } from './readVersions.js'

export async function readObject(files: ExportFiles, metadata: Metadata, uid: string): Promise<IncomingReading> {
  const data = await files.object(uid)
  if (data instanceof Unreadable) return { object: null, findings: [problem(data.sentence, { uid })] }
  if (!isJsonObject(data)) return { object: null, findings: [problem('is not an object of an export', { uid })] }
  const path = pathOf(uid, data)
  const wrong = problemsOf(uid, data, path)
  if (path === null || wrong.length > 0) return { object: null, findings: wrong }
  const body = await readBody({ uid, data, files })
  const { records, findings } = readHistory(data, uid)
  const old = await readVersions({ uid, data, files, current: body.files })
  const roles = metadata.roles(uid)
  const times = objectIn(data['plenum.times'])
  const behaviors = textsIn(data['plenum.behaviors'])
  const { creator, localRoles } = ownership(data, roles.roles, records[0]?.actor)
  return {
    object: {
      uid,
      path,
      type: textIn(data['@type']),
      created: exactTime(parseInstant(textIn(data.created)), times.created),
      modified: exactTime(parseInstant(textIn(data.modified)), times.modified),
      creator,
      layout: viewIn(data.layout),
      values: body.values,
      files: body.files,
      relations: metadata.relations(uid),
      reviewState: textIn(data.review_state) || null,
      records,
      versions: old.versions,
      saved: savedNote(data, creator),
      ...(behaviors.length > 0 ? { behaviors } : {}),
      localRoles,
      blockLocalRoles: roles.isBlocked,
      permissions: metadata.permissions(uid),
      position: metadata.position(uid),
      votes: data['collective.polls.votes'],
      hiddenValues: hiddenValuesOf(data, metadata.defaultPages[uid]),
    },
    findings: [...body.findings, ...findings, ...old.findings, ...ignoredSettings(uid, data)],
  }
}

/**
 * Returns the author, comment and date of the newest version. Returns null if Plenum has written the export and the
 * export lists all versions, because then the object itself is not a version.
 */
function savedNote(data: JsonObject, creator: string): SavedNote | null {
  const plenumVersions = data['plenum.versions']
  const listed = Object.keys(objectIn(data['exportimport.versions'])).length
  if (isJsonObject(plenumVersions) && listed >= Object.keys(plenumVersions).length) return null
  const usual = { actor: textIn(data.changeActor) || creator, comments: textIn(data.changeNote) }
  return { ...usual, ...savedBy(data, String(listed)) }
}

/**
 * Returns the path of an object. The path of the site root is not parsed, because its `@id` is the name of the site.
 */
const pathOf = (uid: string, data: JsonObject): string | null =>
  uid === rootUid ? '/' : objectPath(textIn(data['@id']))

function problemsOf(uid: string, data: JsonObject, path: string | null): readonly IncomingFinding[] {
  const isUid = uid === rootUid || /^[0-9a-f]{32}$/.test(uid)
  return [
    ...(isUid && data.UID === uid
      ? []
      : [problem('has a UID that differs from the name of its folder', { uid, key: 'UID' })]),
    ...(path === null ? [problem('does not contain the path of an object', { uid, key: '@id' })] : []),
    ...['created', 'modified'].flatMap(key => (isDate(data[key]) ? [] : [problem('is not a date', { uid, key })])),
    ...(textIn(data['@type']) === '' ? [problem('has no type', { uid, key: '@type' })] : []),
  ]
}

const isDate = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || parseInstant(textIn(value)) !== null

type Roles = Readonly<Record<string, readonly string[]>>

/**
 * Returns the creator and the local roles. The creator is the owner, except for copied objects, whose creator is
 * specified separately in exports from Plenum.
 */
function ownership(data: JsonObject, roles: Roles, actor = ''): { creator: string; localRoles: Roles } {
  const plenumCreator = textIn(data['plenum.creator'])
  if (plenumCreator !== '') return { creator: plenumCreator, localRoles: withoutOwner(roles, plenumCreator) }
  const creator = creatorOf(data, roles, actor)
  return { creator, localRoles: creator === '' ? roles : { ...roles, [creator]: ['Owner', ...(roles[creator] ?? [])] } }
}

/**
 * Returns the id of the owner. If there are several owners, prefers the first creator in the list. If there is no
 * owner, returns the first creator or, without creators, the actor.
 */
function creatorOf(data: JsonObject, roles: Roles, actor: string): string {
  const owners = Object.keys(roles).filter(id => roles[id]?.includes('Owner'))
  const first = textIn(listIn(data.creators)[0])
  return owners.includes(first) ? first : (owners[0] ?? (first || actor))
}

function withoutOwner(roles: Roles, creator: string): Roles {
  const own = Object.entries(roles).map(
    ([id, list]) => [id, id === creator ? list.filter(role => role !== 'Owner') : list] as const,
  )
  return Object.fromEntries(own)
}

/** Reports settings that take effect in Plone but not in Plenum. */
function ignoredSettings(uid: string, data: JsonObject): readonly IncomingFinding[] {
  const noteIf = (isSet: boolean, key: string, sentence: string) => (isSet ? [note(sentence, { uid, key })] : [])
  const [constrains, comments] = [data['exportimport.constrains'], data['exportimport.conversation']]
  return [
    ...noteIf(
      Object.keys(objectIn(constrains)).length > 0,
      'exportimport.constrains',
      'restricts the types that may be added, which Plenum does not support',
    ),
    ...noteIf(
      typeof data.allow_discussion === 'boolean',
      'allow_discussion',
      'allows or forbids comments, which Plenum does not support',
    ),
    ...noteIf(comments !== undefined, 'exportimport.conversation', 'has comments, which are not imported'),
  ]
}
