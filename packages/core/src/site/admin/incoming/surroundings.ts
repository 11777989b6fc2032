import type { ContentReader } from '../../../content/store/contentStore.js'
import { parentPath, rootPath } from '../../../foundation/paths.js'
import type { Turn } from '../../../foundation/turns.js'
import type { Coming, Present, Surroundings } from './incomingPlan.js'

/** How many objects are looked up at once. */
const stretch = 200

/** What of the site has to do with what comes in. */
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
  if (root) at.set(rootPath, root)
  return { present, at }
}
