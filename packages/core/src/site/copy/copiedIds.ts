import { copyIds, isReservedPath } from '../../content/node/naming.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { idOfPath, joinPath } from '../../foundation/paths.js'
import type { RequestContext } from '../run/requestContext.js'

/** Ids checked per query. */
const chunkSize = 50

/** Ids for copies of objects inside the addressed object: the original id if it is free, otherwise `copy_of_x`. */
export async function copiedIds(context: RequestContext, ids: readonly string[]): Promise<readonly string[]> {
  const occupied = new Set(await takenAmong(context, ids))
  const result: string[] = []
  for (const id of ids) {
    if (context.task.isOver()) await context.task.next()
    const free = occupied.has(id) ? await freeCopyId(context, id, occupied) : id
    occupied.add(free)
    result.push(free)
  }
  return result
}

async function freeCopyId(context: RequestContext, id: string, occupied: ReadonlySet<string>): Promise<string> {
  const candidates = [...copyIds(id)].filter(candidate => !occupied.has(candidate))
  for (let start = 0; start < candidates.length; start += chunkSize) {
    const chunk = candidates.slice(start, start + chunkSize)
    const takenInChunk = await takenAmong(context, chunk)
    const free = chunk.find(candidate => !takenInChunk.has(candidate))
    if (free !== undefined) return free
  }
  throw new DomainError('bad-request', message('id.exhausted', { id }))
}

/** The ids that are reserved, or in use inside the object, whether or not the caller may see them. */
async function takenAmong({ reader, node }: RequestContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
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
