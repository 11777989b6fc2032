import type { RelocatedObject } from '../../answers/references.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Change } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { coveringPaths, idOfPath, isAtOrBelow, joinPath, parentPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { judgeArrivals } from '../copy/arrivals.js'
import { copiedIds } from '../copy/copiedIds.js'
import { demandHere, demandToAdd } from '../copy/demandToAdd.js'
import { relocate } from '../copy/relocation.js'
import { openSources } from '../copy/sources.js'
import type { Operation } from '../run/operation.js'
import type { Visit } from '../run/visit.js'
import { childIds } from '../write/orderContent.js'
import { refuseLockedByOthers } from '../write/refuseLocked.js'

/** `POST {container}/@move`, `{source}` (docs/content-and-access.md, Copy and move). */
export const moveObjects: Operation<JsonObject, readonly RelocatedObject[]> = {
  permission: permission.view,
  exists: ({ type }) => type.contains !== null,
  guard: demandToAdd,
  async run(visit, body) {
    const sources = withoutInner(await openSources(visit, body))
    for (const source of sources) demandToTake(visit, source)
    const sameLocks = await refuseLockedByOthers(visit, sources.map(objectOf))
    const paths = sources.map(source => objectOf(source).path)
    const targets = await targetsOf(visit, paths)
    const answer = paths.map((path, i) => ({
      source: urlOf(visit.base, path),
      target: urlOf(visit.base, targets[i] ?? ''),
    }))
    if (sources.length === 0) return { answer }
    return { answer, change: { ...sameLocks, ...(await changeOf(visit, sources, targets)) } }
  },
}

/** Sources below another source move with it. */
function withoutInner(sources: readonly Lineage[]): readonly Lineage[] {
  const byPath = new Map(sources.map(source => [objectOf(source).path, source]))
  const outer = new Set(coveringPaths([...byPath.keys()]))
  return [...byPath].filter(([path]) => outer.has(path)).map(([, source]) => source)
}

function demandToTake(visit: Visit, source: Lineage): void {
  const { path } = objectOf(source)
  demandHere(visit, permission.delete, source)
  if (isAtOrBelow(visit.node.path, path)) throw new DomainError('forbidden', message('copy.into-itself', { path }))
}

const isHere = ({ node }: Visit, path: string): boolean => parentPath(path) === node.path

/** Objects that are already here retain their ids. */
async function targetsOf(visit: Visit, paths: readonly string[]): Promise<readonly string[]> {
  const coming = paths.filter(path => !isHere(visit, path))
  const ids = await copiedIds(visit, coming.map(idOfPath))
  const targets = new Map(coming.map((path, i) => [path, joinPath(visit.node.path, ids[i] ?? '')]))
  return paths.map(path => targets.get(path) ?? path)
}

async function changeOf(visit: Visit, sources: readonly Lineage[], targets: readonly string[]): Promise<Change> {
  const { node, now } = visit
  const arrivals = await judgeArrivals(visit, new Set(sources.map(source => objectOf(source).uid)))
  const renames: Required<Change>['renames'][number][] = []
  const entries: Required<Change>['entries'][number][] = []
  const sizes: Required<Change>['sizes'][number][] = []
  for (const [i, source] of sources.entries()) {
    if (isHere(visit, objectOf(source).path)) continue
    const moved = await relocate(visit, source, { to: targets[i] ?? '', arrivals })
    renames.push(moved.renaming)
    for (const entry of moved.entries) entries.push(entry)
    sizes.push(...moved.sizes)
  }
  const places = new Set([node.path, ...renames.map(({ from }) => parentPath(from))])
  return {
    renames,
    entries,
    sizes,
    updates: arrivals.claims(),
    orders: await ordersOf(visit, sources),
    touches: [...places].map(path => ({ path, modified: now })),
  }
}

/** An object moved within its container becomes the last child. */
async function ordersOf(visit: Visit, sources: readonly Lineage[]): Promise<Required<Change>['orders']> {
  const staying = sources.map(source => objectOf(source).path).filter(path => isHere(visit, path))
  if (staying.length === 0) return []
  const last = new Set(staying.map(idOfPath))
  const others = (await childIds(visit)).filter(id => !last.has(id))
  return [{ path: visit.node.path, ids: [...others, ...last] }]
}
