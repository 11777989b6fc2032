import { targetOf } from '../../../content/catalog/references.js'
import type { SearchHit } from '../../../content/store/catalog.js'
import type { Condition, Principals } from '../../../content/store/catalogQuery.js'
import { rootPath } from '../../../foundation/paths.js'
import { referencedPath } from '../../run/referencedPath.js'
import type { RequestContext } from '../../run/requestContext.js'
import { maxShortScan } from '../../run/scanMany.js'

/** The targets of references, by their names in references; `'system'` skips the permission check. */
export async function resolveTargets(
  { reader, task, base }: Pick<RequestContext, 'reader' | 'task' | 'base'>,
  names: Iterable<string>,
  principals: Principals,
): Promise<ReadonlyMap<string, SearchHit>> {
  const resolved = new Map<string, SearchHit>()
  const pending = [...new Set(names)]
  for (let start = 0; start < pending.length; start += maxShortScan) {
    if (task.isOver()) await task.next()
    const batch = pending.slice(start, start + maxShortScan)
    const paths = batch.map(name => pathOf(name, base))
    const conditions: Condition[] = [
      { kind: 'any', index: 'UID', values: batch },
      { kind: 'at', paths: paths.filter(path => path !== undefined) },
    ]
    const { items } = await reader.search({ principals, where: [{ kind: 'either', conditions }] })
    const hits = new Map(items.flatMap(item => [[item.uid, item] as const, [item.path, item] as const]))
    for (const [i, name] of batch.entries()) {
      const target = hits.get(name) ?? hits.get(paths[i] ?? '')
      if (target) resolved.set(name, target)
    }
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
