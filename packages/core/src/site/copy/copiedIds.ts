import { copyIds } from '../../content/node/copyId.js'
import { isReservedPath } from '../../content/node/naming.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { idOfPath, joinPath } from '../../foundation/paths.js'
import type { Visit } from '../run/visit.js'

/** Ids checked per query. */
const candidatesAtOnce = 50

/** Ids for copies of objects inside the addressed object: the original id if it is free, otherwise `copy_of_x`. */
export async function copiedIds(visit: Visit, ids: readonly string[]): Promise<readonly string[]> {
  const used = new Set(await takenAmong(visit, ids))
  const chosen: string[] = []
  for (const id of ids) {
    if (visit.work.isOver()) await visit.work.next()
    const free = used.has(id) ? await freeCopyId(visit, id, used) : id
    used.add(free)
    chosen.push(free)
  }
  return chosen
}

async function freeCopyId(visit: Visit, id: string, used: ReadonlySet<string>): Promise<string> {
  const candidates = [...copyIds(id)].filter(candidate => !used.has(candidate))
  for (let start = 0; start < candidates.length; start += candidatesAtOnce) {
    const some = candidates.slice(start, start + candidatesAtOnce)
    const taken = await takenAmong(visit, some)
    const free = some.find(candidate => !taken.has(candidate))
    if (free !== undefined) return free
  }
  throw new DomainError('bad-request', message('id.exhausted', { id }))
}

/** The ids that are reserved, or in use inside the object, whether or not the caller may see them. */
async function takenAmong({ reader, node }: Visit, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { items } = await reader.search({
    principals: 'system',
    where: [
      { kind: 'below', path: node.path, depth: 'children' },
      { kind: 'any', index: 'getId', values: [...new Set(ids)] },
    ],
  })
  const reserved = ids.filter(id => isReservedPath(joinPath(node.path, id)))
  return new Set([...items.map(({ path }) => idOfPath(path)), ...reserved])
}
