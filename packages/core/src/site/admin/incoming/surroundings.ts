import type { ContentReader } from '../../../content/store/contentStore.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../../../foundation/paths.js'
import type { Turn } from '../../../foundation/turns.js'
import type { Coming, Present, Surroundings } from './incomingPlan.js'

/** The number of objects in one query. */
const stretch = 200

/** The existing objects that an import concerns. */
export async function lookAround(reader: ContentReader, coming: readonly Coming[], turn: Turn): Promise<Surroundings> {
  const present = new Map<string, Present>()
  const at = new Map<string, Present>()
  for (let start = 0; start < coming.length; start += stretch) {
    if (turn.isOver()) await turn.next()
    const some = coming.slice(start, start + stretch)
    for (const { uid, path, type } of await reader.nodes(some.map(({ uid }) => uid)))
      present.set(uid, { uid, path, type })
    const paths = [...new Set(some.flatMap(({ path }) => [path, parentPath(path)]))]
    const { items } = await reader.search({ principals: 'system', where: [{ kind: 'at', paths }] }, turn)
    for (const { uid, path, type } of items) at.set(path, { uid, path, type })
  }
  const [root] = (await reader.open(rootPath)).lineage
  const comingRoot = coming.find(({ path }) => path === rootPath)
  if (root) at.set(rootPath, root)
  if (root && comingRoot) present.set(comingRoot.uid, { uid: root.uid, path: rootPath, type: root.type })
  await lookIntoMoved(reader, coming, { present, at })
  return { present, at }
}

/** Adds the objects at the target paths in containers that had another path. */
async function lookIntoMoved(
  reader: ContentReader,
  coming: readonly Coming[],
  { present, at }: { readonly present: ReadonlyMap<string, Present>; readonly at: Map<string, Present> },
): Promise<void> {
  const uidAt = new Map(coming.map(({ path, uid }) => [path, uid]))
  const paths = coming.flatMap(({ path }) => {
    const container = present.get(uidAt.get(parentPath(path)) ?? '')
    const isMoved = container && path !== rootPath && container.path !== parentPath(path)
    return isMoved ? [joinPath(container.path, idOfPath(path))] : []
  })
  for (let start = 0; start < paths.length; start += stretch) {
    const where = [{ kind: 'at', paths: paths.slice(start, start + stretch) } as const]
    const { items } = await reader.search({ principals: 'system', where })
    for (const { uid, path, type } of items) at.set(path, { uid, path, type })
  }
}
