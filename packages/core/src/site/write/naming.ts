import type { RegisteredType } from '../../content/model/model.js'
import { freeId, idFromTitle, isReservedPath, problemOfNewId } from '../../content/node/naming.js'
import type { FieldValues, StoredFile } from '../../content/node/node.js'
import type { JsonValue } from '../../foundation/json.js'
import { badRequest, message } from '../../foundation/messages.js'
import { idOfPath, joinPath } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'
import { invalidFields } from './readBody.js'

/**
 * Returns the ids in use that could collide with a new id, including the ids of objects that the caller may not view.
 */
async function takenIds(context: RequestContext, container: string, baseId: string): Promise<ReadonlySet<string>> {
  const possible = new Set<string>()
  freeId(baseId, candidate => {
    possible.add(candidate)
    return true
  })
  const takenPaths = await pathsTaken(
    context,
    [...possible].map(id => joinPath(container, id)),
  )
  return new Set(takenPaths.map(idOfPath))
}

async function pathsTaken({ reader, newPaths }: RequestContext, paths: readonly string[]): Promise<readonly string[]> {
  return [...(await reader.existingPaths(paths)), ...paths.filter(path => newPaths.has(path) || isReservedPath(path))]
}

/** Derives an id from a string and appends a number if necessary (docs/content-and-access.md, Ids). */
export async function freeIdFor(context: RequestContext, container: string, text: string): Promise<string> {
  const baseId = idFromTitle(text, context.environment.transliterate)
  const first = freeId(baseId, () => false)
  // The first candidate is usually available, so the query for a hundred other candidates is rarely necessary.
  if (first !== null && (await pathsTaken(context, [joinPath(container, first)])).length === 0) return first
  const occupied = await takenIds(context, container, baseId)
  const id = freeId(baseId, candidate => occupied.has(candidate))
  if (id === null) throw badRequest('id.exhausted', { id: baseId })
  return id
}

/**
 * Returns the id of a new object. The id is the requested id, normalized to NFC, or is derived from the file name or
 * the title.
 */
export async function chooseId(
  context: RequestContext,
  requestedId: JsonValue | undefined,
  draft: { type: RegisteredType; values: FieldValues },
): Promise<string> {
  if (requestedId === undefined || requestedId === null || requestedId === '')
    return freeIdFor(context, context.node.path, nameOf(draft.type, draft.values))
  if (typeof requestedId !== 'string') throw invalidFields([{ field: 'id', message: message('field.text-expected') }])
  const id = requestedId.normalize('NFC')
  const path = joinPath(context.node.path, id)
  const problem = isReservedPath(path) ? 'reserved' : problemOfNewId(id)
  if (problem !== null) throw badRequest(`id.${problem}`, { id: id.slice(0, 100) })
  if ((await pathsTaken(context, [path])).length > 0) throw badRequest('id.taken', { id })
  return id
}

export const namingFile = ({ namedByFile }: RegisteredType, values: FieldValues): StoredFile | undefined =>
  namedByFile === undefined ? undefined : (values[namedByFile] as StoredFile | undefined)

const nameOf = (type: RegisteredType, values: FieldValues): string =>
  namingFile(type, values)?.filename || String(values.title ?? '')
