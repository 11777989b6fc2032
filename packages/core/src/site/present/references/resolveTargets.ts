import { targetOf } from '../../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../../content/node/node.js'
import type { SearchHit } from '../../../content/store/catalog.js'
import type { Principals } from '../../../content/store/catalogQuery.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { maxShortScan } from '../../run/openEach.js'
import { findReferenced, referencedPath } from '../../run/referencedPath.js'
import type { RequestContext } from '../../run/requestContext.js'

/** The targets of references, by their names in references; `'system'` skips the permission check. */
export async function resolveTargets(
  context: RequestContext,
  names: Iterable<string>,
  principals: Principals,
): Promise<ReadonlyMap<string, SearchHit>> {
  const resolved = new Map<string, SearchHit>()
  const pending = [...new Set(names)]
  for (let start = 0; start < pending.length; start += maxShortScan) {
    if (context.task.isOver()) await context.task.next()
    const batch = pending.slice(start, start + maxShortScan)
    const paths = new Map(batch.map(name => [name, pathOf(name, context.base)]))
    for (const [name, target] of await findReferenced(context, principals, paths)) resolved.set(name, target)
  }
  return resolved
}

/** Names that are paths are already decoded. */
function pathOf(name: string, base: string): string | undefined {
  if (name.startsWith('/')) return name
  const site = targetOf(base) ?? name
  if (name === site) return base === '' ? undefined : rootPath
  return name.startsWith(`${site}/`) ? name.slice(site.length) : undefined
}

/** The reference name of a target that a parameter gives as UID, path or URL. */
export const referenceNameOf = (parameter: string, base: string): string => referencedPath(parameter, base) ?? parameter

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
