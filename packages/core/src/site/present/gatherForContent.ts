import type { ParentSummary, Summary } from '../../answers/summary.js'
import type { Field } from '../../content/fields/field.js'
import type { Term } from '../../content/fields/reading.js'
import { activeParts } from '../../content/model/registry.js'
import { objectOf } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Lock } from '../../content/store/locks.js'
import { rememberLast, rememberOf } from '../../foundation/rememberOf.js'
import { shareText } from '../../foundation/sharedText.js'
import { mayAt, type Visit } from '../run/visit.js'
import { gatherTerms, type WantedTerms } from '../run/vocabularies.js'
import { addressesOf } from './links.js'
import { referringFields } from './plainParts.js'
import { parentSummary, summaries, visibleEntries } from './summaries.js'

type Lineage = readonly ContentNode[]

/** Additional data for presenting several objects, loaded once for all of them. */
export interface Gathered {
  term(vocabulary: string, token: string, lineage: Lineage): Term | undefined
  /** Summary of a related object, with its UID; undefined when it is deleted or the caller may not see it. */
  related(uid: string): Summary | undefined
  /** URL of an object that is linked by UID; undefined if it does not exist. */
  addressOf(uid: string): string | undefined
  parent(lineage: Lineage): Promise<ParentSummary>
  /** By UID; undefined if the object is not locked. */
  lock(uid: string): Lock | undefined
}

/** The fields of an object that the caller may read. */
export function readableFields(visit: Visit, lineage: Lineage): readonly Field[] {
  const type = visit.environment.registry.type(objectOf(lineage).type)
  const { allFields } = activeParts(type, lineage)
  return isForAll(allFields) ? allFields : allFields.filter(field => mayRead(visit, field, lineage))
}

const isForAll = rememberOf((fields: readonly Field[]) => fields.every(({ readPermission }) => !readPermission))

const mayRead = (visit: Visit, { readPermission }: Field, lineage: Lineage): boolean =>
  readPermission === undefined || mayAt(visit, readPermission, lineage)

export async function gatherForContent(visit: Visit, lineages: readonly Lineage[]): Promise<Gathered> {
  const uids = new Set<string>()
  const linked = new Set<string>()
  const wanted = new Map<string, WantedTerms & { readonly tokens: Set<string> }>()
  const scopes = createScopes(visit)
  for (const lineage of lineages) {
    if (visit.work.isOver()) await visit.work.next()
    const node = objectOf(lineage)
    const { allFields } = activeParts(visit.environment.registry.type(node.type), lineage)
    for (const { field, uids: related, tokens, links } of referringFields(node, allFields)) {
      if (!mayRead(visit, field, lineage)) continue
      for (const uid of related) uids.add(uid)
      for (const uid of links) linked.add(uid)
      for (const [vocabulary, token] of tokens) {
        const scope = scopes(vocabulary, lineage)
        const terms = wanted.get(scope) ?? { vocabulary, lineage, tokens: new Set() }
        wanted.set(scope, terms)
        terms.tokens.add(token)
      }
    }
  }
  const terms = await termsByScope(visit, wanted)
  const related = await relatedByUid(visit, uids)
  const addresses = await addressesOf(visit, linked)
  const locks = await locksOf(visit, lineages)
  const parents = new Map<string, Promise<ParentSummary>>()
  return {
    term: (vocabulary, token, lineage) => terms.get(scopes(vocabulary, lineage))?.get(token),
    related: uid => related.get(uid),
    addressOf: uid => addresses.get(uid),
    lock: uid => locks.get(uid),
    parent: lineage => {
      const path = lineage.at(-2)?.path ?? ''
      const known = parents.get(path) ?? parentSummary(visit, lineage)
      parents.set(path, known)
      return known
    },
  }
}

async function locksOf(
  { environment, reader }: Visit,
  lineages: readonly Lineage[],
): Promise<ReadonlyMap<string, Lock>> {
  const lockable = lineages.map(objectOf).filter(({ type }) => environment.registry.type(type).lockable)
  return lockable.length === 0 ? new Map() : reader.locks(lockable.map(({ uid }) => uid))
}

/** A key for the terms of a vocabulary at an object; objects in the same scope have the same key. */
function createScopes({ environment }: Visit): (vocabulary: string, lineage: Lineage) => string {
  return (vocabulary, lineage) => {
    const known = environment.vocabularies.get(vocabulary)
    const scope = known?.scope ? known.scope(lineage) : `${objectOf(lineage).uid} itself`
    return `${vocabulary} ${scope}`
  }
}

async function termsByScope(
  visit: Visit,
  wanted: ReadonlyMap<string, WantedTerms>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Term>>> {
  const byScope = new Map<string, ReadonlyMap<string, Term>>()
  for (const [scope, terms] of wanted) {
    const found = await gatherTerms(visit, terms)
    byScope.set(scope, new Map(found.map(term => [term.token, term])))
  }
  return byScope
}

async function relatedByUid(visit: Visit, uids: ReadonlySet<string>): Promise<ReadonlyMap<string, Summary>> {
  const entries = [...(await visibleEntries(visit, uids)).values()]
  const presented = await summaries(visit, entries)
  return new Map(presented.map((summary, i) => [entries[i]?.uid ?? '', withUid(summary, entries[i]?.uid ?? '')]))
}

/** The same input gives the same object, because payloads are cached by the identity of their parts. */
const withUid = rememberLast((summary: Summary, uid: string): Summary => shareText({ ...summary, UID: uid }))
