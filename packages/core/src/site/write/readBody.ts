import { tokensSent } from '../../content/fields/choiceKinds.js'
import type { Field } from '../../content/fields/field.js'
import { tokensIn } from '../../content/fields/presentField.js'
import type { ReadingContext, Term } from '../../content/fields/reading.js'
import { maxRelations, referenceIn } from '../../content/fields/relationKinds.js'
import type { RegisteredType } from '../../content/model/model.js'
import { type FieldsRead, type FieldsToRead, readChangedFields, readNewFields } from '../../content/model/readFields.js'
import { activeParts } from '../../content/model/registry.js'
import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import type { FileBytes } from '../../content/store/contentStore.js'
import type { FieldProblem } from '../../foundation/domainError.js'
import { DomainError } from '../../foundation/domainError.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { referencedPath } from '../run/referencedPath.js'
import { mayAt, principalsOf, type Visit } from '../run/visit.js'
import { gatherTerms, vocabulariesOf } from '../run/vocabularies.js'

/** The validated values of a body, and the bytes of its files. */
export interface BodyRead {
  readonly values: FieldValues
  readonly files: readonly FileBytes[]
}

export interface BodyToRead {
  readonly type: RegisteredType
  readonly sent: JsonObject
  /** The object to change; null for a new one. */
  readonly stored: ContentNode | null
  /** The lineage of the object; for a new object, that of its container. */
  readonly lineage: Lineage
}

/** Reads the fields of a body. Throws a DomainError `invalid-fields` with the problems of all fields. */
export async function readBody(visit: Visit, body: BodyToRead): Promise<BodyRead> {
  const { type, sent, stored, lineage } = body
  const fields = fieldsOf(body).filter(({ name }) => stored === null || Object.hasOwn(sent, name))
  const files: { digest: string; bytes: Uint8Array }[] = []
  refuseMisplacedFiles(visit, fields, sent)
  // A pause, because opening an object of 1 MiB and reading a body together take longer than a time slice.
  if (visit.work.isOver()) await visit.work.next()
  const reading: FieldsToRead = {
    type: { ...type, ...partsFor(body) },
    sent: withInnerPaths(sent, fields, visit.base),
    stored: stored?.fields ?? {},
    site: lineage[0]?.fields ?? {},
    context: await readingContext(visit, { fields, body, files }),
    mayWrite: ({ writePermission }) => writePermission === undefined || mayAt(visit, writePermission, lineage),
  }
  const read: FieldsRead = stored ? readChangedFields(reading) : readNewFields(reading, visit.now)
  if (!read.ok) throw invalidFields(read.problems)
  return { values: read.values, files }
}

/** Address fields store a URL of this site as a path, so that it is valid under any host name. */
function withInnerPaths(sent: JsonObject, fields: readonly Field[], base: string): JsonObject {
  const inner = fields.flatMap(field => {
    const value = sent[field.name]
    const isOurs = field.kind === 'line' && field.isAddress && typeof value === 'string' && value.startsWith(`${base}/`)
    return isOurs ? [[field.name, value.slice(base.length)]] : []
  })
  return inner.length === 0 ? sent : { ...sent, ...Object.fromEntries(inner) }
}

/**
 * Throws if the placeholder of an uploaded file is in a field of another kind, which would store it as ordinary data.
 */
function refuseMisplacedFiles({ uploads }: Visit, fields: readonly Field[], sent: JsonObject): void {
  if (!uploads) return
  const misplaced = fields.filter(({ name, kind }) => {
    const value = sent[name] ?? null
    return kind !== 'file' && kind !== 'image' && isJsonObject(value) && uploads.has(String(value.data))
  })
  const problems = misplaced.map(({ name }) => ({ field: name, message: message('field.no-file') }))
  if (problems.length > 0) throw invalidFields(problems)
}

/** A new object has all behaviors of its type: only stored objects can have inactive ones. */
function partsFor({ type, stored, lineage }: BodyToRead): Pick<RegisteredType, 'allBehaviors' | 'allFields'> {
  return stored ? activeParts(type, lineage) : type
}

function fieldsOf(body: BodyToRead): readonly Field[] {
  return partsFor(body).allFields
}

export function invalidFields(problems: readonly FieldProblem[]): DomainError {
  return new DomainError('invalid-fields', message('fields.invalid', { count: problems.length }), { problems })
}

type Gathering = {
  readonly fields: readonly Field[]
  readonly body: BodyToRead
  readonly files: { digest: string; bytes: Uint8Array }[]
}

async function readingContext(visit: Visit, { fields, body, files }: Gathering): Promise<ReadingContext> {
  const terms = await termsFor(visit, fields, body)
  const related = await gatherTargets(visit, fields, body)
  const { environment } = visit
  return {
    terms: vocabulary => terms.get(vocabulary) ?? [],
    related: reference => related.get(reference),
    newId: environment.newUid,
    cleanHtml: environment.cleanHtml,
    upload: data => {
      const upload = visit.uploads?.get(data) ?? environment.readUpload(data)
      if (upload) files.push({ digest: upload.digest, bytes: upload.bytes })
      return upload
    },
  }
}

/** The terms for all tokens in the body and in the stored object, by vocabulary. */
async function termsFor(
  visit: Visit,
  fields: readonly Field[],
  { sent, stored, lineage }: BodyToRead,
): Promise<ReadonlyMap<string, readonly Term[]>> {
  const named = fields.flatMap(field => [
    ...tokensSent(field, sent[field.name] ?? null),
    ...tokensIn(field, stored?.fields[field.name] ?? null),
  ])
  const terms = new Map<string, readonly Term[]>()
  for (const vocabulary of new Set(vocabulariesOf(fields))) {
    const tokens = new Set(named.flatMap(([name, token]) => (name === vocabulary ? [token] : [])))
    terms.set(vocabulary, await gatherTerms(visit, { vocabulary, lineage, tokens }))
  }
  return terms
}

type Target = { readonly uid: string; readonly type: string }

/**
 * The targets of relation fields, in the body and in the stored object, that the caller may see; by the reference in
 * the field.
 */
async function gatherTargets(
  visit: Visit,
  fields: readonly Field[],
  { sent, stored }: BodyToRead,
): Promise<ReadonlyMap<string, Target>> {
  const relations = fields.filter(({ kind }) => kind === 'relation' || kind === 'relations')
  const values = relations.flatMap(({ name }) => [sent[name] ?? null, stored?.fields[name] ?? null])
  // A longer list is rejected later, so its targets are not looked up.
  const lists = values.map(listOf).filter(list => list.length <= maxRelations)
  const references = [...new Set(lists.flat().flatMap(value => referenceIn(value) ?? []))]
  if (references.length === 0) return new Map()
  const paths = references.map(reference => referencedPath(reference, visit.base))
  const conditions: Condition[] = [
    { kind: 'any', index: 'UID', values: references },
    { kind: 'at', paths: paths.filter(path => path !== undefined) },
  ]
  const { items } = await visit.reader.search({
    principals: principalsOf(visit),
    where: [{ kind: 'either', conditions }],
  })
  const byName = new Map<string | undefined, Target>(
    items.flatMap(item => [[item.uid, item] as const, [item.path, item] as const]),
  )
  return new Map(
    references.flatMap((reference, i): [string, Target][] => {
      const target = byName.get(reference) ?? byName.get(paths[i])
      return target ? [[reference, target]] : []
    }),
  )
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value])
