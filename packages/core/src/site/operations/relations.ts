import type { ByRelation, RelationPair, RelationsOfName, RelationsPayload } from '../../answers/references.js'
import { entryAtHand } from '../../content/catalog/catalogEntry.js'
import { referenceIndex, referenceNameIndex } from '../../content/catalog/references.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { Condition } from '../../content/store/catalogQuery.js'
import { urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { allPairs, brokenAmong } from '../present/references/brokenPairs.js'
import { mapNames, type Pair, pairsOf } from '../present/references/pairs.js'
import { maxItems, presentPairs } from '../present/references/presentPairs.js'
import { nameAsked, resolveTargets } from '../present/references/resolveTargets.js'
import { namesOfPaths, pathsOfTarget } from '../present/references/targetNames.js'
import { demand } from '../run/demand.js'
import type { Operation } from '../run/operation.js'
import { mayAt, principalsOf, urlOfVisit, type Visit } from '../run/visit.js'

export interface RelationsInput {
  /** Objects by UID, path or URL. */
  readonly source?: string | undefined
  readonly target?: string | undefined
  /** Name of a relation field, or `isReferencing` for links. */
  readonly relation?: string | undefined
  readonly onlyBroken: boolean
}

/**
 * `GET {path}/@relations` (docs/content-and-access.md, References): references in the whole site, filtered by source,
 * target and name. Null if only broken ones are requested and none exist.
 */
export const listRelations: Operation<RelationsInput, RelationsPayload | null> = {
  permission: permission.view,
  ownTurn: true,
  async run(visit, input) {
    const found = await (input.onlyBroken ? brokenReferences(visit) : references(visit, input))
    return { answer: found && { '@id': `${urlOfVisit(visit)}/@relations`, ...found } }
  },
}

type Relations = OwnKeys<RelationsPayload>
type OwnKeys<Payload> = Payload extends unknown ? Omit<Payload, '@id'> : never
type ChosenRelations = ByRelation<RelationsOfName<RelationPair>>

async function references(visit: Visit, input: RelationsInput): Promise<Relations> {
  const { source, target, relation } = input
  return source || target || relation ? { relations: await chosenReferences(visit, input) } : overview(visit)
}

/** The number of references of each name, and how many of them are dangling. */
async function overview(visit: Visit): Promise<Relations> {
  demand(visit, permission.modify)
  const pairs = await allPairs(visit)
  const count = (of: readonly Pair[]) => mapNames(of, own => own.length)
  return { stats: count(pairs), broken: count(await brokenAmong(visit, pairs)) }
}

async function brokenReferences(visit: Visit): Promise<Relations | null> {
  demand(visit, permission.modify)
  const broken = await brokenAmong(visit, await allPairs(visit))
  const present = ({ source, to }: Pair): readonly string[] => [urlOf(visit.base, source.path), to]
  const relations = mapNames(broken, own => ({ items: own.slice(0, maxItems).map(present), items_total: own.length }))
  return broken.length === 0 ? null : { relations }
}

async function chosenReferences(visit: Visit, { source, target, relation }: RelationsInput): Promise<ChosenRelations> {
  const from = source ? await openAsked(visit, source) : undefined
  const to = target ? await openAsked(visit, target) : undefined
  if (from === null || to === null) return {}
  const names = to && (await namesOf(visit, to))
  const where: Condition[] = [
    ...(from ? [{ kind: 'any', index: 'UID', values: [objectOf(from).uid] } as const] : []),
    ...(names ? [{ kind: 'any', index: referenceIndex, values: [...names] } as const] : []),
    ...(relation ? [{ kind: 'any', index: referenceNameIndex, values: [relation] } as const] : []),
  ]
  const isWanted = (pair: Pick<Pair, 'name' | 'to'>) =>
    (!relation || pair.name === relation) && (names?.has(pair.to) ?? true)
  return presentVisible(visit, await pairsOf(visit, where, isWanted), to)
}

/** The pairs with a target that the caller may see; `to` is the requested target, if any. */
async function presentVisible(visit: Visit, pairs: readonly Pair[], to: Lineage | undefined): Promise<ChosenRelations> {
  const asked = to && entryAtHand(to, visit.environment)
  const targets = new Set(asked ? [] : pairs.map(pair => pair.to))
  const found = await resolveTargets(visit, targets, principalsOf(visit))
  const resolved = pairs.flatMap(pair => {
    const target = asked ?? found.get(pair.to)
    return target ? [{ ...pair, target }] : []
  })
  return presentPairs(visit, resolved)
}

/** Null if the object does not exist, or the caller may not view it. */
async function openAsked(visit: Visit, asked: string): Promise<Lineage | null> {
  const name = nameAsked(asked, visit.base)
  const entry = (await resolveTargets(visit, [name], principalsOf(visit))).get(name)
  const { lineage } = entry ? await visit.reader.open(entry.path) : { lineage: [] }
  return lineage.length > 0 && mayAt(visit, permission.view, lineage) ? lineage : null
}

async function namesOf(visit: Visit, lineage: Lineage): Promise<ReadonlySet<string>> {
  const paths = await pathsOfTarget(visit, lineage)
  return new Set([objectOf(lineage).uid, ...namesOfPaths(paths, visit.base)])
}
