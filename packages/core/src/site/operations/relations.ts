import type {
  ByRelation,
  LinkBreach,
  RelationPair,
  RelationsOfName,
  RelationsPayload,
} from '../../answers/references.js'
import { hitOf } from '../../content/catalog/catalogEntry.js'
import { referenceIndex, referenceNameIndex } from '../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import type { Condition } from '../../content/store/catalog.js'
import { badRequest } from '../../foundation/messages.js'
import { urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { presentBreaches } from '../present/references/breaches.js'
import {
  allPairs,
  brokenAmong,
  mapNames,
  maxItems,
  namesOfPaths,
  type Pair,
  pairsOf,
  pathsOfTarget,
  presentPairs,
  referenceNameOf,
  resolveTargets,
} from '../present/references/pairs.js'
import { openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import {
  hasPermissionAt,
  principalsOf,
  type RequestContext,
  requirePermission,
  urlOfContext,
} from '../run/requestContext.js'

export interface RelationsInput {
  /** The source of the references: a UID, path or URL. */
  readonly source?: string | undefined
  readonly target?: string | undefined
  /** The name of a relation field, or `isReferencing` for links. */
  readonly relation?: string | undefined
  readonly onlyBroken: boolean
}

/**
 * `GET {path}/@relations` returns the references in the site, filtered by source, target and name
 * (docs/content-and-access.md, References). Returns null if only broken references are requested and none exist.
 */
export const listRelations: Operation<RelationsInput, RelationsPayload | null> = {
  permission: permission.view,
  exclusiveSlice: true,
  async run(context, input) {
    const payload = await (input.onlyBroken ? brokenReferences(context) : references(context, input))
    return { answer: payload && { '@id': `${urlOfContext(context)}/@relations`, ...payload } }
  },
}

type Relations = OwnKeys<RelationsPayload>
type OwnKeys<Payload> = Payload extends unknown ? Omit<Payload, '@id'> : never
type ChosenRelations = ByRelation<RelationsOfName<RelationPair>>

async function references(context: RequestContext, input: RelationsInput): Promise<Relations> {
  const { source, target, relation } = input
  return source || target || relation ? { relations: await chosenReferences(context, input) } : overview(context)
}

async function overview(context: RequestContext): Promise<Relations> {
  requirePermission(context, permission.modify)
  const pairs = await allPairs(context)
  const count = (list: readonly Pair[]) => mapNames(list, group => group.length)
  return { stats: count(pairs), broken: count(await brokenAmong(context, pairs)) }
}

async function brokenReferences(context: RequestContext): Promise<Relations | null> {
  requirePermission(context, permission.modify)
  const broken = await brokenAmong(context, await allPairs(context))
  const present = ({ source, to }: Pair): readonly string[] => [urlOf(context.base, source.path), to]
  const relations = mapNames(broken, group => ({
    items: group.slice(0, maxItems).map(present),
    items_total: group.length,
  }))
  return broken.length === 0 ? null : { relations }
}

async function chosenReferences(
  context: RequestContext,
  { source, target, relation }: RelationsInput,
): Promise<ChosenRelations> {
  const from = source ? await openReference(context, source) : undefined
  const to = target ? await openReference(context, target) : undefined
  if (from === null || to === null) return {}
  const names = to && (await namesOf(context, to))
  const where: Condition[] = [
    ...(from ? [{ kind: 'any', index: 'UID', values: [objectOf(from).uid] } as const] : []),
    ...(names ? [{ kind: 'any', index: referenceIndex, values: [...names] } as const] : []),
    ...(relation ? [{ kind: 'any', index: referenceNameIndex, values: [relation] } as const] : []),
  ]
  const isWanted = (pair: Pick<Pair, 'name' | 'to'>) =>
    (!relation || pair.name === relation) && (names?.has(pair.to) ?? true)
  return presentVisible(context, await pairsOf(context, where, isWanted), to)
}

/**
 * Returns the references whose target the caller may view. `to` is the requested target, or undefined if no target is
 * requested.
 */
async function presentVisible(
  context: RequestContext,
  pairs: readonly Pair[],
  to: Lineage | undefined,
): Promise<ChosenRelations> {
  const requestedTarget = to && hitOf(to, context.environment)
  const targets = new Set(requestedTarget ? [] : pairs.map(pair => pair.to))
  const resolvedTargets = await resolveTargets(context, targets, principalsOf(context))
  const resolved = pairs.flatMap(pair => {
    const target = requestedTarget ?? resolvedTargets.get(pair.to)
    return target ? [{ ...pair, target }] : []
  })
  return presentPairs(context, resolved)
}

async function openReference(context: RequestContext, reference: string): Promise<Lineage | null> {
  const name = referenceNameOf(reference, context.base)
  const entry = (await resolveTargets(context, [name], principalsOf(context))).get(name)
  const { lineage } = entry ? await context.reader.open(entry.path) : { lineage: [] }
  return lineage.length > 0 && hasPermissionAt(context, permission.view, lineage) ? lineage : null
}

async function namesOf(context: RequestContext, lineage: Lineage): Promise<ReadonlySet<string>> {
  const paths = await pathsOfTarget(context, lineage)
  return new Set([objectOf(lineage).uid, ...namesOfPaths(paths, context.base)])
}

const maxUids = 500

/**
 * `GET {path}/@linkintegrity?uids=` returns the references that would dangle if the given objects were deleted
 * (docs/content-and-access.md, References). Throws a DomainError `bad-request` if the request contains no UIDs or too
 * many.
 */
export const linkIntegrity: Operation<{ readonly uids: readonly string[] }, readonly LinkBreach[]> = {
  permission: permission.view,
  exclusiveSlice: true,
  async run(context, { uids: requested }) {
    const uids = [...new Set(requested.filter(uid => uid !== ''))]
    if (uids.length === 0 || uids.length > maxUids) throw badRequest('links.uids', { limit: maxUids })
    const where = [{ kind: 'any', index: 'UID', values: uids } as const]
    const { items } = await context.reader.search({ principals: principalsOf(context), where })
    const byAge = (await openEach(context, items)).filter(([, lineage]) =>
      hasPermissionAt(context, permission.view, lineage),
    )
    const lineages = new Map(byAge.map(([{ uid }, lineage]) => [uid, lineage]))
    const targets = uids.map(uid => lineages.get(uid)).filter(lineage => lineage !== undefined)
    return { answer: await presentBreaches(context, targets) }
  },
}
