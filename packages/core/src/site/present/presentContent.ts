import type { PayloadSource } from '../../content/model/model.js'
import { activeParts } from '../../content/model/registry.js'
import { serializeContent, serializeSiteRoot } from '../../content/model/serialize.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { chainOf, reviewState, workflowStates } from '../../workflow/chain.js'
import { activeOnly, mayAt, principalsOf, type Visit } from '../run/visit.js'
import { type Gathered, gatherForContent, readableFields } from './gatherForContent.js'
import { withLinks } from './links.js'
import { linksOf, plainFields, referringFields } from './plainParts.js'
import { presentLock } from './presentLock.js'
import { summaries } from './summaries.js'

/**
 * The payload of an object, without the objects inside it (docs/content-and-access.md, Payload of an object).
 */
export async function presentContent(visit: Visit, lineage: Lineage): Promise<JsonObject> {
  return presentGathered(visit, lineage, await gatherForContent(visit, [lineage]))
}

/** As `presentContent`, with the data that `gatherForContent` has read for several objects. */
export async function presentGathered(visit: Visit, lineage: Lineage, gathered: Gathered): Promise<JsonObject> {
  const { environment, caller, translate, base, frame } = visit
  const node = objectOf(lineage)
  const type = environment.registry.type(node.type)
  const { allFields } = activeParts(type, lineage)
  const chain = chainOf(node, type, environment.workflows)
  const serialize = node.path === rootPath ? serializeSiteRoot : serializeContent
  return serialize({
    node,
    type,
    fields: readableFields(visit, lineage),
    presented: withLinks(plainFields(node, frame), node, referringFields(node, allFields), gathered.addressOf),
    links: linksOf(node, frame),
    presenting: {
      url: urlOf(base, node.path),
      base,
      term: (vocabulary, token) => gathered.term(vocabulary, token, lineage),
      related: gathered.related,
      translate,
    },
    parent: await gathered.parent(lineage),
    reviewState: reviewState(node, chain),
    workflowStates: workflowStates(node, chain),
    lock: presentLock(visit, lineage, gathered.lock(node.uid)),
    mayModify: mayAt(visit, permission.modify, lineage),
    isAnonymous: caller.kind === 'anonymous',
    extra: await extraKeys(visit, lineage),
  })
}

/** The keys that behaviors add. */
async function extraKeys(visit: Visit, lineage: Lineage): Promise<JsonObject> {
  const { allBehaviors } = activeParts(visit.environment.registry.type(objectOf(lineage).type), lineage)
  if (allBehaviors.every(({ payload }) => !payload)) return {}
  const source = payloadSource(visit, lineage)
  const extra: JsonObject[] = []
  for (const { payload } of allBehaviors) if (payload) extra.push(await payload(source))
  return Object.assign({}, ...extra)
}

/** What the keys that a behavior adds are made from. */
export function payloadSource(visit: Visit, lineage: Lineage): PayloadSource {
  const { reader, translate, work } = visit
  return {
    reader,
    lineage,
    principals: principalsOf(visit),
    activeOnly: activeOnly(visit, lineage.slice(0, 1)),
    turn: work,
    translate,
    summaries: entries => summaries(visit, entries),
  }
}
