import type { RegisteredType } from '../../content/model/model.js'
import { freeId, idFromTitle, isReservedPath, problemOfNewId } from '../../content/node/naming.js'
import type { FieldValues, StoredFile } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { idOfPath, joinPath } from '../../foundation/paths.js'
import type { Visit } from '../run/visit.js'
import { invalidFields } from './readBody.js'

/** The candidate ids that are taken in a container, even by objects that the caller may not see. */
async function takenIds(visit: Visit, container: string, wanted: string): Promise<ReadonlySet<string>> {
  const possible = new Set<string>()
  freeId(wanted, candidate => {
    possible.add(candidate)
    return true
  })
  const found = await pathsTaken(
    visit,
    [...possible].map(id => joinPath(container, id)),
  )
  return new Set(found.map(idOfPath))
}

async function pathsTaken({ reader }: Visit, paths: readonly string[]): Promise<readonly string[]> {
  return [...(await reader.taken(paths)), ...paths.filter(isReservedPath)]
}

/** A free id derived from a text, with a number if necessary (docs/content-and-access.md, Ids). */
export async function freeIdFor(visit: Visit, container: string, text: string): Promise<string> {
  const wanted = idFromTitle(text, visit.environment.transliterate)
  const first = freeId(wanted, () => false)
  // Usually the first candidate is free: the query for the other hundred is then skipped.
  if (first !== null && (await pathsTaken(visit, [joinPath(container, first)])).length === 0) return first
  const taken = await takenIds(visit, container, wanted)
  const id = freeId(wanted, candidate => taken.has(candidate))
  if (id === null) throw new DomainError('bad-request', message('id.exhausted', { id: wanted }))
  return id
}

/** The requested id, normalized to NFC; without one, an id derived from the file name or the title. */
export async function chooseId(
  visit: Visit,
  asked: JsonValue | undefined,
  made: { type: RegisteredType; values: FieldValues },
): Promise<string> {
  if (asked === undefined || asked === null || asked === '')
    return freeIdFor(visit, visit.node.path, nameOf(made.type, made.values))
  if (typeof asked !== 'string') throw invalidFields([{ field: 'id', message: message('field.text-expected') }])
  const id = asked.normalize('NFC')
  const path = joinPath(visit.node.path, id)
  const problem = isReservedPath(path) ? 'reserved' : problemOfNewId(id)
  if (problem !== null) throw new DomainError('bad-request', message(`id.${problem}`, { id: id.slice(0, 100) }))
  if ((await pathsTaken(visit, [path])).length > 0) throw new DomainError('bad-request', message('id.taken', { id }))
  return id
}

/** The file that determines the id of the object. */
export function namingFile({ namedByFile }: RegisteredType, values: FieldValues): StoredFile | undefined {
  return namedByFile === undefined ? undefined : (values[namedByFile] as StoredFile | undefined)
}

/** The text that the id of a new object is derived from: the file name, or the title. */
function nameOf(type: RegisteredType, values: FieldValues): string {
  return namingFile(type, values)?.filename || String(values.title ?? '')
}
