import type { ParentSummary, Summary } from '../../answers/summary.js'
import type { LinkTargets } from '../../content/blocks/liveValue.js'
import type { Field } from '../../content/fields/field.js'
import type { Term } from '../../content/fields/reading.js'
import { activeParts } from '../../content/model/model.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import type { Lock } from '../../content/store/locks.js'
import { memoizeLast } from '../../foundation/memoizeByIdentity.js'
import { shareText } from '../../foundation/sharedText.js'
import { hasNamedPermission, type RequestContext } from '../run/requestContext.js'
import { gatherTerms, type TermLookup } from '../run/vocabularies.js'
import { visibleDefaultPages } from './defaultPages.js'
import { linkedEntries, ownScales } from './linkTargets.js'
import { referringFields, urlsOf } from './plainParts.js'
import { parentSummary, summaries, visibleEntries } from './summaries.js'

export interface Gathered extends LinkTargets {
  term(vocabulary: string, token: string, lineage: Lineage): Term | undefined
  related(uid: string): Summary | undefined
  parent(lineage: Lineage): Promise<ParentSummary>
  lock(uid: string): Lock | undefined
  defaultPage(uid: string): string | undefined
}

export function readableFields(context: RequestContext, lineage: Lineage): readonly Field[] {
  const type = context.environment.registry.type(objectOf(lineage).type)
  const { allFields } = activeParts(type, lineage)
  return allFields.filter(({ readPermission }) => hasNamedPermission(context, readPermission, lineage))
}

export async function gatherForContent(context: RequestContext, lineages: readonly Lineage[]): Promise<Gathered> {
  const uids = new Set<string>()
  const linkedUids = new Set<string>()
  const summarizedUids = new Set<string>()
  const termRequests = new Map<string, TermLookup & { readonly tokens: Set<string> }>()
  const scopes = createScopes(context)
  for (const lineage of lineages) {
    if (context.task.isOver()) await context.task.next()
    const node = objectOf(lineage)
    const { allFields } = activeParts(context.environment.registry.type(node.type), lineage)
    for (const { field, uids: related, tokens, links, described } of referringFields(node, allFields)) {
      if (!hasNamedPermission(context, field.readPermission, lineage)) continue
      for (const uid of related) uids.add(uid)
      for (const uid of links) linkedUids.add(uid)
      for (const uid of described) summarizedUids.add(uid)
      for (const [vocabulary, token] of tokens) {
        const scope = scopes(vocabulary, lineage)
        const terms = termRequests.get(scope) ?? { vocabulary, lineage, tokens: new Set() }
        termRequests.set(scope, terms)
        terms.tokens.add(token)
      }
    }
  }
  const terms = await termsByScope(context, termRequests)
  const visible = await visibleEntries(context, new Set([...uids, ...linkedUids]))
  const linked = await linkedEntries(context, linkedUids, visible)
  const isSummarized = (entry: SearchHit): boolean =>
    uids.has(entry.uid) || summarizedUids.has(entry.uid) || typeof entry.columns.preview_image_link === 'string'
  const related = await relatedByUid(context, [...visible.values()].filter(isSummarized))
  const locks = await locksOf(context, lineages)
  const defaultPages = await visibleDefaultPages(context, lineages)
  const parents = new Map<string, Promise<ParentSummary>>()
  return {
    term: (vocabulary, token, lineage) => terms.get(scopes(vocabulary, lineage))?.get(token),
    related: uid => related.get(uid)?.withUid,
    addressOf: urlsOf(linked, context.base),
    scalesOf: uid => {
      const target = visible.get(uid)
      return (target && ownScales(target)) ?? related.get(uid)?.summary.image_scales ?? null
    },
    summaryOf: uid => related.get(uid)?.summary,
    lock: uid => locks.get(uid),
    defaultPage: uid => defaultPages.get(uid),
    parent: lineage => {
      const path = lineage.at(-2)?.path ?? ''
      const parent = parents.get(path) ?? parentSummary(context, lineage)
      parents.set(path, parent)
      return parent
    },
  }
}

async function locksOf(
  { environment, reader }: RequestContext,
  lineages: readonly Lineage[],
): Promise<ReadonlyMap<string, Lock>> {
  const lockable = lineages.map(objectOf).filter(({ type }) => environment.registry.type(type).lockable)
  return lockable.length === 0 ? new Map() : reader.locks(lockable.map(({ uid }) => uid))
}

function createScopes({ environment }: RequestContext): (vocabulary: string, lineage: Lineage) => string {
  return (vocabulary, lineage) => {
    const vocabularyDefinition = environment.vocabularies.get(vocabulary)
    const scope = vocabularyDefinition?.scope ? vocabularyDefinition.scope(lineage) : `${objectOf(lineage).uid} itself`
    return `${vocabulary} ${scope}`
  }
}

async function termsByScope(
  context: RequestContext,
  termRequests: ReadonlyMap<string, TermLookup>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Term>>> {
  const byScope = new Map<string, ReadonlyMap<string, Term>>()
  for (const [scope, terms] of termRequests) {
    const termList = await gatherTerms(context, terms)
    byScope.set(scope, new Map(termList.map(term => [term.token, term])))
  }
  return byScope
}

interface RelatedSummary {
  readonly summary: Summary
  readonly withUid: Summary
}

async function relatedByUid(
  context: RequestContext,
  entries: readonly SearchHit[],
): Promise<ReadonlyMap<string, RelatedSummary>> {
  const presented = await summaries(context, entries)
  return new Map(
    entries.flatMap(({ uid }, i): [string, RelatedSummary][] => {
      const summary = presented[i]
      return summary ? [[uid, { summary, withUid: withUid(summary, uid) }]] : []
    }),
  )
}

/**
 * Adds the UID to a summary. Equal arguments produce the same object, because payloads are cached by the identity of
 * their parts.
 */
const withUid = memoizeLast((summary: Summary, uid: string): Summary => shareText({ ...summary, UID: uid }))
