import { tokensInInput } from '../../content/fields/choiceKinds.js'
import type { Field } from '../../content/fields/field.js'
import { tokensIn } from '../../content/fields/presentField.js'
import type { ReadingContext, Term } from '../../content/fields/reading.js'
import { maxRelations, referenceIn } from '../../content/fields/relationKinds.js'
import { activeParts, computedFields, type RegisteredType } from '../../content/model/model.js'
import {
  type FieldsInput,
  type FieldsResult,
  readChangedFields,
  readNewFields,
} from '../../content/model/readFields.js'
import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { FileBytes } from '../../content/store/change.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { badRequest, DomainError, type FieldProblem, message } from '../../foundation/messages.js'
import { joinPath } from '../../foundation/paths.js'
import { findReferenced, referencedPath } from '../run/referencedPath.js'
import { hasNamedPermission, principalsOf, type RequestContext } from '../run/requestContext.js'
import { gatherTerms, vocabulariesOf } from '../run/vocabularies.js'
import { linkByUid } from './linkByUid.js'

interface BodyRead {
  readonly values: FieldValues
  readonly files: readonly FileBytes[]
}

interface BodyToRead {
  readonly type: RegisteredType
  readonly input: JsonObject
  /** The object to change, or null for a new object. */
  readonly stored: ContentNode | null
  readonly lineage: Lineage
}

/** Reads the fields in a request body. Throws a DomainError `invalid-fields` that lists the problems in all fields. */
export async function readBody(context: RequestContext, body: BodyToRead): Promise<BodyRead> {
  const { type, input, stored, lineage } = body
  const fields = partsFor(body).allFields.filter(({ name }) => stored === null || Object.hasOwn(input, name))
  const files: { digest: string; bytes: Uint8Array }[] = []
  refuseMisplacedFiles(context, fields, input)
  // The task may pause here, because opening an object of 1 MiB and then reading the body takes longer than a time
  // slice.
  if (context.task.isOver()) await context.task.next()
  const reading: FieldsInput = {
    type: { ...type, ...partsFor(body) },
    input,
    stored: stored?.fields ?? {},
    ...(stored ? { computed: computedFields(type, lineage) } : {}),
    site: lineage[0]?.fields ?? {},
    context: await readingContext(context, { fields, body, files }),
    mayWrite: ({ writePermission }) => hasNamedPermission(context, writePermission, lineage),
  }
  const result: FieldsResult = stored ? readChangedFields(reading) : readNewFields(reading, context.now)
  if (!result.ok) throw invalidFields(result.problems)
  const at = stored?.path ?? joinPath(objectOf(lineage).path, 'new')
  const values = await linkByUid(context, { fields, values: result.values, stored: stored?.fields ?? {}, at })
  return { values, files }
}

function refuseMisplacedFiles({ uploads }: RequestContext, fields: readonly Field[], input: JsonObject): void {
  if (!uploads) return
  const misplaced = fields.filter(({ name, kind }) => {
    const value = input[name] ?? null
    return (
      kind !== 'file' &&
      kind !== 'image' &&
      isJsonObject(value) &&
      typeof value.data === 'string' &&
      uploads.has(value.data)
    )
  })
  const problems = misplaced.map(({ name }) => ({ field: name, message: message('field.no-file') }))
  if (problems.length > 0) throw invalidFields(problems)
}

/**
 * Returns the active behaviors and fields of the object. A new object has all behaviors of its type, because only
 * stored objects can have inactive behaviors.
 */
const partsFor = ({ type, stored, lineage }: BodyToRead): Pick<RegisteredType, 'allBehaviors' | 'allFields'> =>
  stored ? activeParts(type, lineage) : type

export const invalidFields = (problems: readonly FieldProblem[]): DomainError =>
  new DomainError('invalid-fields', message('fields.invalid', { count: problems.length }), { problems })

type Gathering = {
  readonly fields: readonly Field[]
  readonly body: BodyToRead
  readonly files: { digest: string; bytes: Uint8Array }[]
}

async function readingContext(context: RequestContext, { fields, body, files }: Gathering): Promise<ReadingContext> {
  const terms = await termsFor(context, fields, body)
  const related = await gatherTargets(context, fields, body)
  const { environment } = context
  return {
    terms: vocabulary => terms.get(vocabulary) ?? [],
    related: reference => related.get(reference),
    newId: environment.newUid,
    cleanHtml: environment.cleanHtml,
    upload: data => {
      const upload = context.uploads?.get(data) ?? environment.readUpload(data)
      if (upload) files.push({ digest: upload.digest, bytes: upload.bytes })
      return upload
    },
  }
}

async function termsFor(
  context: RequestContext,
  fields: readonly Field[],
  { input, stored, lineage }: BodyToRead,
): Promise<ReadonlyMap<string, readonly Term[]>> {
  const namedTokens = fields.flatMap(field => [
    ...tokensInInput(field, input[field.name] ?? null),
    ...tokensIn(field, stored?.fields[field.name] ?? null),
  ])
  const terms = new Map<string, readonly Term[]>()
  for (const vocabulary of new Set(vocabulariesOf(fields))) {
    const tokens = new Set(namedTokens.flatMap(([name, token]) => (name === vocabulary ? [token] : [])))
    terms.set(vocabulary, await gatherTerms(context, { vocabulary, lineage, tokens }))
  }
  return terms
}

/**
 * Returns the targets of relations in the body and in the stored object, keyed by the references in the field values.
 * Targets that the caller may not view are omitted.
 */
async function gatherTargets(
  context: RequestContext,
  fields: readonly Field[],
  { input, stored }: BodyToRead,
): Promise<ReadonlyMap<string, SearchHit>> {
  const relations = fields.filter(({ kind }) => kind === 'relation' || kind === 'relations')
  const values = relations.flatMap(({ name }) => [input[name] ?? null, stored?.fields[name] ?? null])
  // A longer list is rejected later, so its targets are not looked up.
  const lists = values.map(listOf).filter(list => list.length <= maxRelations)
  const references = [...new Set(lists.flat().flatMap(value => referenceIn(value) ?? []))]
  if (references.length === 0) return new Map()
  const paths = new Map(references.map(reference => [reference, referencedPath(reference, context.base)]))
  return findReferenced(context, principalsOf(context), paths)
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value])

/**
 * Returns the layout in the body, or null if the body contains no layout. Throws a DomainError `bad-request` if the
 * name is invalid.
 */
export function layoutIn(body: JsonObject): string | null {
  const { layout } = body
  if (layout === undefined || layout === null) return null
  if (typeof layout === 'string' && /^[\w.-]{1,100}$/.test(layout)) return layout
  throw badRequest('layout.malformed')
}
