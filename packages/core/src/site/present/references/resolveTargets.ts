import { targetOf } from '../../../content/catalog/references.js'
import type { FoundEntry } from '../../../content/store/catalog.js'
import type { Condition, Principals } from '../../../content/store/catalogQuery.js'
import { rootPath } from '../../../foundation/paths.js'
import { referencedPath } from '../../run/referencedPath.js'
import { few } from '../../run/scanMany.js'
import type { Visit } from '../../run/visit.js'

/** The targets of references, by their names in references; `'system'` skips the permission check. */
export async function resolveTargets(
  { reader, work, base }: Visit,
  names: Iterable<string>,
  principals: Principals,
): Promise<ReadonlyMap<string, FoundEntry>> {
  const resolved = new Map<string, FoundEntry>()
  const waiting = [...new Set(names)]
  for (let start = 0; start < waiting.length; start += few) {
    if (work.isOver()) await work.next()
    const some = waiting.slice(start, start + few)
    const paths = some.map(name => pathOf(name, base))
    const conditions: Condition[] = [
      { kind: 'any', index: 'UID', values: some },
      { kind: 'at', paths: paths.filter(path => path !== undefined) },
    ]
    const { items } = await reader.search({ principals, where: [{ kind: 'either', conditions }] })
    const found = new Map(items.flatMap(item => [[item.uid, item] as const, [item.path, item] as const]))
    for (const [i, name] of some.entries()) {
      const target = found.get(name) ?? found.get(paths[i] ?? '')
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
export const nameAsked = (asked: string, base: string): string => referencedPath(asked, base) ?? asked
