import type { FoundEntry } from '../content/catalog.js'
import type { Field } from '../content/fields/field.js'
import { type PresentingContext, relatedUids } from '../content/fields/presentField.js'
import type { Term } from '../content/fields/reading.js'
import type { ContentNode } from '../content/node.js'
import { activeParts } from '../content/registry.js'
import { fieldValue, serializeContent, serializeSiteRoot } from '../content/serialize.js'
import type { JsonObject } from '../foundation/json.js'
import { rootPath, urlOf } from '../foundation/paths.js'
import { permission } from '../security/stockPermissions.js'
import { chainOf, reviewState, workflowStates } from '../workflow/chain.js'
import { parentSummary, summaries, visibleEntries } from './summaries.js'
import { activeOnly, mayAt, objectOf, sightOf, type Visit } from './visit.js'
import { gatherTerms, type Terms, vocabulariesOf } from './vocabularies.js'

type Related = ReadonlyMap<string, JsonObject>

async function gatherRelated(visit: Visit, node: ContentNode, fields: readonly Field[]): Promise<Related> {
  const uids = new Set(fields.flatMap(field => relatedUids(field, fieldValue(node, field))))
  const entries: readonly FoundEntry[] = [...(await visibleEntries(visit, uids)).values()]
  const presented = await summaries(visit, entries)
  return new Map(entries.map(({ uid }, i) => [uid, { ...presented[i], UID: uid }]))
}

function presentingContext(visit: Visit, url: string, gathered: { terms: Terms; related: Related }): PresentingContext {
  const byToken = new Map<string, ReadonlyMap<string, Term>>()
  for (const [name, terms] of gathered.terms) byToken.set(name, new Map(terms.map(term => [term.token, term])))
  return {
    url,
    term: (vocabulary, token) => byToken.get(vocabulary)?.get(token),
    related: uid => gathered.related.get(uid),
    translate: visit.translate,
  }
}

/** Vocabularies of values that are set: rooms and presenters are not looked up for nothing. */
function vocabulariesInUse(node: ContentNode, fields: readonly Field[]): readonly string[] {
  return vocabulariesOf(
    fields.filter(field => node.fields[field.name] ?? (typeof field.default === 'string' && field.default !== '')),
  )
}

/** The payload of an object: its own keys, without what is inside it (rest-layer sheet, section 1). */
export async function presentContent(visit: Visit, lineage: readonly ContentNode[]): Promise<JsonObject> {
  const { environment, caller, translate, reader, base } = visit
  const node = objectOf(lineage)
  const type = environment.registry.type(node.type)
  const { allFields, allBehaviors } = activeParts(type, lineage)
  const fields = allFields.filter(
    ({ readPermission }) => readPermission === undefined || mayAt(visit, readPermission, lineage),
  )
  const terms = await gatherTerms(visit, vocabulariesInUse(node, fields), lineage)
  const related = await gatherRelated(visit, node, fields)
  const chain = chainOf(node, type, environment.workflows)
  const source = {
    reader,
    lineage,
    sight: sightOf(visit),
    activeOnly: activeOnly(visit, lineage.slice(0, 1)),
    translate,
    summaries: (entries: readonly FoundEntry[]) => summaries(visit, entries),
  }
  const extra = await Promise.all(allBehaviors.flatMap(({ payload }) => payload?.(source) ?? []))
  const serialize = node.path === rootPath ? serializeSiteRoot : serializeContent
  return serialize({
    node,
    type,
    fields,
    presenting: presentingContext(visit, urlOf(base, node.path), { terms, related }),
    parent: await parentSummary(visit, lineage),
    reviewState: reviewState(node, chain),
    workflowStates: workflowStates(node, chain),
    mayModify: mayAt(visit, permission.modify, lineage),
    isAnonymous: caller.kind === 'anonymous',
    extra: Object.assign({}, ...extra),
  })
}
