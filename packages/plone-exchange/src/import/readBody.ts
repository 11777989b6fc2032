import { type IncomingBody, type IncomingFinding, isJsonObject, type JsonObject, type JsonValue } from '@plenum/core'
import type { StoredFile } from '@plenum/core/ports'
import { languageOfSite } from '../form/exportKeys.js'
import { type ExportFiles, Unreadable } from './exportFiles.js'
import { note, problem, textIn } from './readingJson.js'

const otherKeys: ReadonlySet<string> = new Set([
  // Keys that exports contain in addition to the fields of an object.
  ...['@components', 'days', 'is_folderish', 'items', 'items_total', 'lock', 'next_item', 'parent', 'previous_item'],
  'type_title',
  ...['@id', '@type', 'UID', 'allow_discussion', 'changeActor', 'changeNote', 'created', 'id', 'layout', 'modified'],
  ...['review_state', 'version', 'workflow_history', 'workflow_states', 'collective.polls.votes'],
])

/** Keys that Plone computes only for objects of a particular type. */
const computedFor: ReadonlyMap<string, readonly string[]> = new Map([['Presenter', ['activities', 'labels']]])

const isOther = (key: string, type: string): boolean =>
  otherKeys.has(key) ||
  key.startsWith('exportimport.') ||
  key.startsWith('plenum.') ||
  computedFor.get(type)?.includes(key) === true

export interface BodyToRead {
  readonly uid: string
  readonly data: JsonObject
  readonly files: Pick<ExportFiles, 'blob'>
}

export interface BodyRead extends IncomingBody {
  readonly findings: readonly IncomingFinding[]
}

export async function readBody({ uid, data, files }: BodyToRead): Promise<BodyRead> {
  const values: Record<string, JsonValue> = {}
  const stored: Record<string, StoredFile> = {}
  const findings: IncomingFinding[] = []
  for (const [key, value] of Object.entries(data)) {
    if (isOther(key, textIn(data['@type'])) || (key === 'language' && (value === languageOfSite || value === '')))
      continue
    if (!isBlob(value)) {
      values[key] = value
      continue
    }
    const facts = await files.blob(textIn(value.blob_path))
    if (facts instanceof Unreadable) findings.push(problem(facts.sentence, { uid, key }))
    else {
      stored[key] = storedFile(value, facts)
      findings.push(...differences(value, facts).map(sentence => note(sentence, { uid, key })))
    }
  }
  return { values, files: stored, findings }
}

const isBlob = (value: JsonValue): value is JsonObject => isJsonObject(value) && Object.hasOwn(value, 'blob_path')

type Facts = Exclude<Awaited<ReturnType<ExportFiles['blob']>>, Unreadable>

const maxNameLength = 1000

const storedFile = (value: JsonObject, { digest, size, image }: Facts): StoredFile => ({
  digest,
  // Control characters and lone surrogates are removed, because they cannot occur in an HTTP header.
  filename: textIn(value.filename)
    .slice(0, maxNameLength)
    .replace(/[\p{Cc}\p{Cs}]/gu, ''),
  'content-type': image?.contentType ?? mediaType(value['content-type']),
  size,
  width: image?.width ?? null,
  height: image?.height ?? null,
})

const mediaType = (value: JsonValue | undefined): string =>
  typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(value) ? value : 'application/octet-stream'

function differences(value: JsonObject, { size, image }: Facts): readonly string[] {
  const measured = [
    ['size', size],
    ['width', image?.width],
    ['height', image?.height],
  ] as const
  return measured.flatMap(([name, is]) => {
    const says = value[name]
    return is === undefined || typeof says !== 'number' || says === is
      ? []
      : [`has another ${name}: ${is} in place of ${says}`]
  })
}
