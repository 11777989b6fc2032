import type { ByRelation, RelationPair, RelationsOfName } from '../../../answers/references.js'
import type { Summary } from '../../../answers/summary.js'
import { hitOf } from '../../../content/catalog/catalogEntry.js'
import {
  linkReference,
  type Reference,
  referenceNameIndex,
  referencesOf,
  targetOf,
} from '../../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../../content/node/node.js'
import type { Condition, Principals, SearchHit } from '../../../content/store/catalog.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import { maxShortScan, openEach, scanMany } from '../../run/openEach.js'
import { findReferenced, referencedPath } from '../../run/referencedPath.js'
import { activeOnly, hasPermissionAt, principalsOf, type RequestContext } from '../../run/requestContext.js'
import { readableFields } from '../gatherForContent.js'
import { summaries } from '../summaries.js'

export interface Pair extends Reference {
  readonly source: SearchHit
}

const maxPairs = 10_000

/**
 * Returns at most 10,000 references, in the order in which their sources were created. References from objects that the
 * caller may not view are omitted.
 */
export async function pairsOf(
  context: RequestContext,
  where: readonly Condition[],
  matches: (reference: Reference) => boolean,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  const activeConditions = activeOnly(context, context.lineage.slice(0, 1))
  const { chunks } = await scanMany(context, {
    principals: principalsOf(context),
    where: [...where, ...activeConditions],
  })
  for await (const hits of chunks) {
    for (const lineage of await openHits(context, hits)) {
      if (context.task.isOver()) await context.task.next()
      const source = hitOf(lineage, context.environment)
      const matching = referencesIn(context, lineage).filter(matches)
      for (const reference of matching.slice(0, maxPairs - pairs.length)) pairs.push({ ...reference, source })
      if (pairs.length === maxPairs) return pairs
    }
  }
  return pairs
}

async function openHits(context: RequestContext, hits: readonly SearchHit[]): Promise<readonly Lineage[]> {
  const opened = (await openEach(context, hits)).map(([, lineage]) => lineage)
  return opened.filter(lineage => hasPermissionAt(context, permission.view, lineage))
}

const referencesIn = (context: RequestContext, lineage: Lineage): readonly Reference[] =>
  referencesOf(objectOf(lineage), readableFields(context, lineage))

export function mapNames<P extends Reference, Value>(
  pairs: readonly P[],
  map: (group: readonly P[]) => Value,
): Readonly<Record<string, Value>> {
  const byName = new Map<string, P[]>()
  for (const pair of pairs) {
    const group = byName.get(pair.name) ?? []
    group.push(pair)
    byName.set(pair.name, group)
  }
  return Object.fromEntries([...byName].map(([name, group]) => [name, map(group)]))
}

export function allPairs(context: RequestContext): Promise<readonly Pair[]> {
  const types = [...context.environment.registry.types.values()]
  const relations = types
    .flatMap(({ allFields }) => allFields)
    .filter(({ kind }) => kind === 'relation' || kind === 'relations')
  const values = [...new Set([...relations.map(({ name }) => name), linkReference])]
  return pairsOf(context, [{ kind: 'any', index: referenceNameIndex, values }], () => true)
}

/**
 * Returns the references to UIDs that do not exist. Paths are not checked, because the path of a missing object may be
 * an alias or a page of a front end.
 */
export async function brokenAmong(context: RequestContext, pairs: readonly Pair[]): Promise<readonly Pair[]> {
  const byUid = pairs.filter(({ to }) => /^[0-9a-f]{32}$/.test(to))
  const names = byUid.map(({ to }) => to)
  const existing = await resolveTargets(context, names, 'system')
  return byUid.filter(({ to }) => !existing.has(to))
}

interface ResolvedPair extends Pair {
  readonly target: SearchHit
}

/** The maximum number of references with the same name in a payload. */
export const maxItems = 100

/** Returns `{<name>: {items: [{source, target}], items_total}}`, where `source` and `target` are summaries. */
export async function presentPairs(
  context: RequestContext,
  pairs: readonly ResolvedPair[],
): Promise<ByRelation<RelationsOfName<RelationPair>>> {
  const byUid = await summariesByUid(context, firstOfEachName(pairs))
  const summaryOf = ({ uid }: SearchHit): Partial<Summary> => byUid.get(uid) ?? {}
  const present = ({ source, target }: ResolvedPair): RelationPair => ({
    source: summaryOf(source),
    target: summaryOf(target),
  })
  return mapNames(pairs, group => ({ items: group.slice(0, maxItems).map(present), items_total: group.length }))
}

function firstOfEachName(pairs: readonly ResolvedPair[]): readonly ResolvedPair[] {
  const first: ResolvedPair[] = []
  mapNames(pairs, group => first.push(...group.slice(0, maxItems)))
  return first
}

async function summariesByUid(
  context: RequestContext,
  pairs: readonly ResolvedPair[],
): Promise<ReadonlyMap<string, Partial<Summary>>> {
  const entries = new Map(pairs.flatMap(({ source, target }) => [source, target]).map(entry => [entry.uid, entry]))
  const presented = await summaries(context, [...entries.values()])
  return new Map([...entries.keys()].map((uid, i) => [uid, { ...presented[i], UID: uid }]))
}

/** Finds the targets of references by UID or path. If `principals` is `'system'`, permissions are not checked. */
export async function resolveTargets(
  context: Pick<RequestContext, 'reader' | 'task' | 'base'>,
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

/**
 * Returns the path of a target, or undefined if the target is not on this site. If `name` is a path, it is already
 * decoded.
 */
function pathOf(name: string, base: string): string | undefined {
  if (name.startsWith('/')) return name
  const site = targetOf(base) ?? name
  if (name === site) return base === '' ? undefined : rootPath
  return name.startsWith(`${site}/`) ? name.slice(site.length) : undefined
}

export const referenceNameOf = (parameter: string, base: string): string => referencedPath(parameter, base) ?? parameter

/** The maximum number of old paths that are read for each object. */
const maxOld = 100

export type OldAddresses = Map<string, readonly string[]>

/**
 * Returns the paths that links to an object may contain: its current path and its old paths, including those that
 * result from old paths of its containers.
 */
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

export const namesOfPaths = (paths: readonly string[], base: string): readonly string[] =>
  paths.flatMap(path => [path, targetOf(urlOf(base, path)) ?? path])
