import type { RegisteredType } from '../../content/model/model.js'
import { freeId, idFromTitle, problemOfId } from '../../content/node/naming.js'
import type { FieldValues, StoredFile } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { idOfPath, joinPath } from '../../foundation/paths.js'
import type { Visit } from '../run/visit.js'
import { invalidFields } from './readBody.js'

/** Those of the possible ids that are taken in a container, even by objects that the caller may not see. */
async function takenIds(visit: Visit, container: string, wanted: string): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  freeId(wanted, candidate => {
    taken.add(candidate)
    return true
  })
  const { items } = await visit.reader.search({
    principals: 'system',
    where: [{ kind: 'at', paths: [...taken].map(id => joinPath(container, id)) }],
  })
  return new Set(items.map(({ path }) => idOfPath(path)))
}

/** A free id made from a text, with a number if necessary (docs/content-and-access.md, Ids). */
export async function freeIdFor(visit: Visit, container: string, text: string): Promise<string> {
  const wanted = idFromTitle(text, visit.environment.transliterate)
  const taken = await takenIds(visit, container, wanted)
  const id = freeId(wanted, candidate => taken.has(candidate))
  if (id === null) throw new DomainError('bad-request', message('id.exhausted', { id: wanted }))
  return id
}

/** The requested id, unchanged; without one, an id made from the file name or the title. */
export async function chooseId(
  visit: Visit,
  asked: JsonValue | undefined,
  made: { type: RegisteredType; values: FieldValues },
): Promise<string> {
  if (asked === undefined || asked === null || asked === '')
    return freeIdFor(visit, visit.node.path, nameOf(made.type, made.values))
  if (typeof asked !== 'string') throw invalidFields([{ field: 'id', message: message('field.text-expected') }])
  const problem = problemOfId(asked)
  if (problem !== null) throw new DomainError('bad-request', message(`id.${problem}`, { id: asked.slice(0, 100) }))
  const { total } = await visit.reader.search({
    principals: 'system',
    where: [{ kind: 'at', paths: [joinPath(visit.node.path, asked)] }],
  })
  if (total > 0) throw new DomainError('bad-request', message('id.taken', { id: asked }))
  return asked
}

/** The file whose name becomes the id of the object. */
export function namingFile({ namedByFile }: RegisteredType, values: FieldValues): StoredFile | undefined {
  return namedByFile === undefined ? undefined : (values[namedByFile] as StoredFile | undefined)
}

/** The text for the id of a new object: the file name, or else the title. */
function nameOf(type: RegisteredType, values: FieldValues): string {
  return namingFile(type, values)?.filename || String(values.title ?? '')
}
