import type { ContentReader } from '../../../content/store/contentReader.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../../../foundation/paths.js'
import type { TimeSlice } from '../../../foundation/scheduler.js'
import type { PlannedObject, Present, Surroundings } from './plannedObject.js'

/** The number of objects in one query. */
const batchSize = 200

/** The existing objects that an import concerns. */
export async function readSurroundings(
  reader: ContentReader,
  objects: readonly PlannedObject[],
  slice: TimeSlice,
): Promise<Surroundings> {
  const present = new Map<string, Present>()
  const at = new Map<string, Present>()
  for (let start = 0; start < objects.length; start += batchSize) {
    if (slice.isOver()) await slice.next()
    const batch = objects.slice(start, start + batchSize)
    for (const { uid, path, type } of await reader.nodes(batch.map(({ uid }) => uid)))
      present.set(uid, { uid, path, type })
    const paths = [...new Set(batch.flatMap(({ path }) => [path, parentPath(path)]))]
    const { items } = await reader.search({ principals: 'system', where: [{ kind: 'at', paths }] }, slice)
    for (const { uid, path, type } of items) at.set(path, { uid, path, type })
  }
  const [root] = (await reader.open(rootPath)).lineage
  const comingRoot = objects.find(({ path }) => path === rootPath)
  if (root) at.set(rootPath, root)
  if (root && comingRoot) present.set(comingRoot.uid, { uid: root.uid, path: rootPath, type: root.type })
  await addRelocatedContainers(reader, objects, { present, at })
  return { present, at }
}

/** Adds the objects at the target paths in containers that had another path. */
async function addRelocatedContainers(
  reader: ContentReader,
  objects: readonly PlannedObject[],
  { present, at }: { readonly present: ReadonlyMap<string, Present>; readonly at: Map<string, Present> },
): Promise<void> {
  const uidAt = new Map(objects.map(({ path, uid }) => [path, uid]))
  const paths = objects.flatMap(({ path }) => {
    const container = present.get(uidAt.get(parentPath(path)) ?? '')
    const isMoved = container && path !== rootPath && container.path !== parentPath(path)
    return isMoved ? [joinPath(container.path, idOfPath(path))] : []
  })
  for (let start = 0; start < paths.length; start += batchSize) {
    const where = [{ kind: 'at', paths: paths.slice(start, start + batchSize) } as const]
    const { items } = await reader.search({ principals: 'system', where })
    for (const { uid, path, type } of items) at.set(path, { uid, path, type })
  }
}
