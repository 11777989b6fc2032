import type { ContentPayload } from '../../answers/content.js'
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
import { type FieldReferences, linksOf, plainFields, referringFields } from './plainParts.js'
import { presentLock } from './presentLock.js'
import { rememberedPayload } from './rememberedPayload.js'
import { summaries } from './summaries.js'

/** The payload of an object, without its content (docs/content-and-access.md, Payload of an object). */
export async function presentContent(visit: Visit, lineage: Lineage): Promise<ContentPayload> {
  return presentGathered(visit, lineage, await gatherForContent(visit, [lineage]))
}

/** Like `presentContent`, with data that `gatherForContent` has loaded for several objects. */
export async function presentGathered(visit: Visit, lineage: Lineage, gathered: Gathered): Promise<ContentPayload> {
  const parts = await partsOf(visit, lineage, gathered)
  const { fields, references, ...own } = parts
  const others = references.flatMap(reference => referred(reference, lineage, gathered))
  const making = { lineage, frame: visit.frame, parts: [...Object.values(own), ...fields, ...others] }
  return rememberedPayload(making, () => serialized(visit, lineage, { gathered, parts }))
}

/** The parts that differ between callers. */
async function partsOf(visit: Visit, lineage: Lineage, gathered: Gathered) {
  const node = objectOf(lineage)
  const { allFields } = activeParts(visit.environment.registry.type(node.type), lineage)
  return {
    fields: readableFields(visit, lineage),
    references: referringFields(node, allFields),
    parent: await gathered.parent(lineage),
    lock: presentLock(visit, lineage, gathered.lock(node.uid)),
    mayModify: mayAt(visit, permission.modify, lineage),
    isAnonymous: visit.caller.kind === 'anonymous',
    extra: await extraKeys(visit, lineage),
  }
}

interface Presented {
  readonly gathered: Gathered
  readonly parts: Awaited<ReturnType<typeof partsOf>>
}

function serialized(visit: Visit, lineage: Lineage, { gathered, parts }: Presented): ContentPayload {
  const { environment, translate, base, frame } = visit
  const node = objectOf(lineage)
  const type = environment.registry.type(node.type)
  const chain = chainOf(node, type, environment.workflows)
  const serialize = node.path === rootPath ? serializeSiteRoot : serializeContent
  return serialize({
    ...parts,
    node,
    type,
    presented: withLinks(plainFields(node, frame), node, parts.references, gathered.addressOf),
    links: linksOf(node, frame),
    presenting: {
      url: urlOf(base, node.path),
      base,
      term: (vocabulary, token) => gathered.term(vocabulary, token, lineage),
      related: gathered.related,
      translate,
    },
    reviewState: reviewState(node, chain),
    workflowStates: workflowStates(node, chain),
  })
}

/** The references of a field as the caller sees them: identical values if nothing changed. */
function referred({ uids, tokens, links }: FieldReferences, lineage: Lineage, gathered: Gathered): readonly unknown[] {
  const terms = tokens.flatMap(([vocabulary, token]) => {
    const term = gathered.term(vocabulary, token, lineage)
    return [term?.token, term?.title, term?.wording]
  })
  return [...uids.map(gathered.related), ...terms, ...links.map(gathered.addressOf)]
}

const nothing: JsonObject = Object.freeze({})

/** The keys that behaviors add. */
async function extraKeys(visit: Visit, lineage: Lineage): Promise<JsonObject> {
  const { allBehaviors } = activeParts(visit.environment.registry.type(objectOf(lineage).type), lineage)
  if (allBehaviors.every(({ payload }) => !payload)) return nothing
  const source = payloadSource(visit, lineage)
  const extra: JsonObject[] = []
  for (const { payload } of allBehaviors) if (payload) extra.push(await payload(source))
  return Object.assign({}, ...extra)
}

/** The source of the keys that a behavior adds. */
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
