import { linkReference, referenceNameIndex } from '../../../content/catalog/references.js'
import type { RequestContext } from '../../run/requestContext.js'
import { type Pair, pairsOf } from './pairs.js'
import { resolveTargets } from './resolveTargets.js'

/** References of all names, from all objects that the caller may view. */
export function allPairs(context: RequestContext): Promise<readonly Pair[]> {
  const types = [...context.environment.registry.types.values()]
  const relations = types
    .flatMap(({ allFields }) => allFields)
    .filter(({ kind }) => kind === 'relation' || kind === 'relations')
  const values = [...new Set([...relations.map(({ name }) => name), linkReference])]
  return pairsOf(context, [{ kind: 'any', index: referenceNameIndex, values }], () => true)
}

/** Dangling references by UID. Paths are not checked: they may be old addresses or pages of a front end. */
export async function brokenAmong(context: RequestContext, pairs: readonly Pair[]): Promise<readonly Pair[]> {
  const byUid = pairs.filter(({ to }) => /^[0-9a-f]{32}$/.test(to))
  const names = byUid.map(({ to }) => to)
  const existing = await resolveTargets(context, names, 'system')
  return byUid.filter(({ to }) => !existing.has(to))
}
