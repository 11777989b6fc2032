import { targetOf } from '../../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../../content/node/lineage.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import type { RequestContext } from '../../run/requestContext.js'

/** The maximum number of old addresses of one object. */
const maxOld = 100

/** A cache of old addresses by the UID of their object. */
export type OldAddresses = Map<string, readonly string[]>

/** The paths that links to an object may contain: its current path, and its old ones with those of its containers. */
export async function pathsOfTarget(
  { reader }: Pick<RequestContext, 'reader'>,
  lineage: Lineage,
  cache: OldAddresses = new Map(),
): Promise<readonly string[]> {
  const { path: currentPath } = objectOf(lineage)
  const paths = [currentPath]
  for (const { uid, path } of lineage.filter(({ path }) => path !== rootPath || currentPath === rootPath)) {
    const oldPaths = cache.get(uid) ?? (await reader.aliases({ uid, size: maxOld })).items.map(alias => alias.path)
    cache.set(uid, oldPaths)
    paths.push(...oldPaths.map(alias => alias + currentPath.slice(path.length)))
  }
  return paths
}

/** The reference names of paths of the site, whose base URL is `base`. */
export const namesOfPaths = (paths: readonly string[], base: string): readonly string[] =>
  paths.flatMap(path => [path, targetOf(urlOf(base, path)) ?? path])
