import type { ContentPayload } from '../../answers/content.js'
import type { PayloadSource } from '../../content/model/model.js'
import { activeParts } from '../../content/model/registry.js'
import { serializeContent, serializeSiteRoot } from '../../content/model/serialize.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { JsonObject } from '../../foundation/json.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { chainOf, reviewState, workflowStates } from '../../workflow/chain.js'
import { activeOnly, hasPermissionAt, principalsOf, type RequestContext } from '../run/requestContext.js'
import { scanFew } from '../run/scanMany.js'
import { cachedPayloadOf } from './cachedPayloadOf.js'
import { type Gathered, gatherForContent, readableFields } from './gatherForContent.js'
import { withLinks } from './links.js'
import { type FieldReferences, linksOf, plainFields, referringFields } from './plainParts.js'
import { presentLock } from './presentLock.js'
import { summaries } from './summaries.js'

/** The payload of an object, without its content (docs/content-and-access.md, Payload of an object). */
export async function presentContent(context: RequestContext, lineage: Lineage): Promise<ContentPayload> {
  return presentGathered(context, lineage, await gatherForContent(context, [lineage]))
}

/** Like `presentContent`, with data that `gatherForContent` has loaded for several objects. */
export async function presentGathered(
  context: RequestContext,
  lineage: Lineage,
  gathered: Gathered,
): Promise<ContentPayload> {
  const parts = await partsOf(context, lineage, gathered)
  const { fields, references, ...ownParts } = parts
  const referenceValues = references.flatMap(reference => referenceValuesOf(reference, lineage, gathered))
  const inputs = { lineage, frame: context.frame, parts: [...Object.values(ownParts), ...fields, ...referenceValues] }
  return cachedPayloadOf(inputs, () => serialized(context, lineage, { gathered, parts }))
}

/** The parts that differ between callers. */
async function partsOf(context: RequestContext, lineage: Lineage, gathered: Gathered) {
  const node = objectOf(lineage)
  const { allFields } = activeParts(context.environment.registry.type(node.type), lineage)
  return {
    fields: readableFields(context, lineage),
    references: referringFields(node, allFields),
    parent: await gathered.parent(lineage),
    lock: presentLock(context, lineage, gathered.lock(node.uid)),
    mayModify: hasPermissionAt(context, permission.modify, lineage),
    isAnonymous: context.caller.kind === 'anonymous',
    extra: await extraKeys(context, lineage),
  }
}

interface Presented {
  readonly gathered: Gathered
  readonly parts: Awaited<ReturnType<typeof partsOf>>
}

function serialized(context: RequestContext, lineage: Lineage, { gathered, parts }: Presented): ContentPayload {
  const { environment, translate, base, frame } = context
  const node = objectOf(lineage)
  const type = environment.registry.type(node.type)
  const chain = chainOf(node, type, environment.workflows)
  const serialize = node.path === rootPath ? serializeSiteRoot : serializeContent
  return serialize({
    ...parts,
    node,
    type,
    presentedFields: withLinks(plainFields(node, frame), node, parts.references, gathered.addressOf),
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
function referenceValuesOf(
  { uids, tokens, links }: FieldReferences,
  lineage: Lineage,
  gathered: Gathered,
): readonly unknown[] {
  const terms = tokens.flatMap(([vocabulary, token]) => {
    const term = gathered.term(vocabulary, token, lineage)
    return [term?.token, term?.title, term?.titleMessage]
  })
  return [...uids.map(gathered.related), ...terms, ...links.map(gathered.addressOf)]
}

const nothing: JsonObject = Object.freeze({})

/** The keys that behaviors add. */
async function extraKeys(context: RequestContext, lineage: Lineage): Promise<JsonObject> {
  const { allBehaviors } = activeParts(context.environment.registry.type(objectOf(lineage).type), lineage)
  if (allBehaviors.every(({ payload }) => !payload)) return nothing
  const source = payloadSource(context, lineage)
  const extra: JsonObject[] = []
  for (const { payload } of allBehaviors) if (payload) extra.push(await payload(source))
  return Object.assign({}, ...extra)
}

/** The source of the keys that a behavior adds. */
export function payloadSource(context: RequestContext, lineage: Lineage): PayloadSource {
  const { reader, translate, task } = context
  return {
    reader,
    lineage,
    principals: principalsOf(context),
    activeOnly: activeOnly(context, lineage.slice(0, 1)),
    slice: task,
    scanAll: query => scanFew(context, query),
    translate,
    summaries: entries => summaries(context, entries),
  }
}
