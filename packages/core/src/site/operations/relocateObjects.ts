import type { RelocatedObject } from '../../answers/references.js'
import { filesIn } from '../../content/node/filesIn.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import type { Change, NodeCreation } from '../../content/store/change.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { coveringPaths, idOfPath, isAtOrBelow, joinPath, parentPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { copiedIds, openSources, requireAddPermission, requirePermissionAt } from '../copy/sources.js'
import { checkArrivals, copySubtree, relocate } from '../copy/subtrees.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { unchangedEvent } from '../write/changeEvents.js'
import { childIds } from '../write/orderContent.js'
import { refuseLockedByOthers } from '../write/refuseLocked.js'

/**
 * `POST {container}/@move` with `{source}` moves objects into the container (docs/content-and-access.md, Copy and
 * move).
 */
export const relocateObjects: Operation<JsonObject, readonly RelocatedObject[]> = {
  permission: permission.view,
  exists: ({ type }) => type.contains !== null,
  guard: requireAddPermission,
  async run(context, body) {
    const sources = withoutNested(await openSources(context, body))
    for (const source of sources) requireRelocatable(context, source)
    const sameLocks = await refuseLockedByOthers(context, sources.map(objectOf))
    const paths = sources.map(source => objectOf(source).path)
    const targets = await targetsOf(context, paths)
    const answer = paths.map((path, i) => ({
      source: urlOf(context.base, path),
      target: urlOf(context.base, targets[i] ?? ''),
    }))
    if (sources.length === 0) return { answer }
    return { answer, change: { ...sameLocks, ...(await changeOf(context, sources, targets)) } }
  },
}

function withoutNested(sources: readonly Lineage[]): readonly Lineage[] {
  const byPath = new Map(sources.map(source => [objectOf(source).path, source]))
  const outer = new Set(coveringPaths([...byPath.keys()]))
  return [...byPath].filter(([path]) => outer.has(path)).map(([, source]) => source)
}

function requireRelocatable(context: RequestContext, source: Lineage): void {
  const { path } = objectOf(source)
  requirePermissionAt(context, permission.delete, source)
  if (isAtOrBelow(context.node.path, path)) throw new DomainError('forbidden', message('copy.into-itself', { path }))
}

const isHere = ({ node }: RequestContext, path: string): boolean => parentPath(path) === node.path

/** Returns the new paths of the objects. Objects that are already in the target container retain their ids. */
async function targetsOf(context: RequestContext, paths: readonly string[]): Promise<readonly string[]> {
  const incoming = paths.filter(path => !isHere(context, path))
  const ids = await copiedIds(context, incoming.map(idOfPath))
  const targets = new Map(incoming.map((path, i) => [path, joinPath(context.node.path, ids[i] ?? '')]))
  return paths.map(path => targets.get(path) ?? path)
}

async function changeOf(
  context: RequestContext,
  sources: readonly Lineage[],
  targets: readonly string[],
): Promise<Change> {
  const { node, now } = context
  const arrivals = await checkArrivals(context, new Set(sources.map(source => objectOf(source).uid)))
  const renames: Required<Change>['renames'][number][] = []
  const entries: Required<Change>['entries'][number][] = []
  const sizes: Required<Change>['sizes'][number][] = []
  for (const [i, source] of sources.entries()) {
    if (isHere(context, objectOf(source).path)) continue
    const relocation = await relocate(context, source, { to: targets[i] ?? '', arrivals })
    renames.push(relocation.renaming)
    for (const entry of relocation.entries) entries.push(entry)
    sizes.push(...relocation.sizes)
  }
  const orders = await ordersOf(context, sources)
  const containers = new Set([node.path, ...renames.map(({ from }) => parentPath(from))])
  return {
    renames,
    entries,
    sizes,
    updates: arrivals.claims(),
    orders,
    events: orders.length > 0 ? [unchangedEvent(context, 'changed', {})] : [],
    touches: [...containers].map(path => ({ path, modified: now })),
  }
}

async function ordersOf(context: RequestContext, sources: readonly Lineage[]): Promise<Required<Change>['orders']> {
  const reordered = sources.map(source => objectOf(source).path).filter(path => isHere(context, path))
  if (reordered.length === 0) return []
  const last = new Set(reordered.map(idOfPath))
  const remaining = (await childIds(context)).filter(id => !last.has(id))
  return [{ path: context.node.path, ids: [...remaining, ...last] }]
}

/**
 * `POST {container}/@copy` with `{source}` copies objects into the container (docs/content-and-access.md, Copy and
 * move).
 */
export const copyObjects: Operation<JsonObject, readonly RelocatedObject[]> = {
  permission: permission.view,
  exists: ({ type }) => type.contains !== null,
  guard: requireAddPermission,
  async run(context, body) {
    const { node, base, now } = context
    const sources = await openSources(context, body)
    const paths = sources.map(source => objectOf(source).path)
    const ids = await copiedIds(context, paths.map(idOfPath))
    const targets = ids.map(id => joinPath(node.path, id))
    const arrivals = await checkArrivals(context)
    const creates: NodeCreation[] = []
    for (const [i, source] of sources.entries())
      await copySubtree(context, { source, to: targets[i] ?? '', arrivals, creates })
    const answer = paths.map((path, i) => ({ source: urlOf(base, path), target: urlOf(base, targets[i] ?? '') }))
    if (creates.length === 0) return { answer }
    // The commit must check that the files still exist, because a concurrent deletion of an original also deletes its
    // files.
    const expectedFiles = creates.flatMap(creation => [...filesIn(creation.node.fields).keys()])
    const touches = [{ path: node.path, modified: now }]
    return { answer, change: { creates, updates: arrivals.claims(), touches, expectedFiles } }
  },
}
