import { createLruCache } from '@plenum/memoize'
import type { ContentPayload } from '../../answers/content.js'
import type { PresentingContext } from '../../content/fields/presentField.js'
import { activeParts, isVersionable, type PayloadSource } from '../../content/model/model.js'
import { serializeContent, serializeSiteRoot } from '../../content/model/serialize.js'
import { defaultPageField } from '../../content/node/defaultPage.js'
import { type ContentNode, containersOf, type Lineage, objectOf } from '../../content/node/node.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import type { StoredVersion } from '../../content/store/versions.js'
import type { JsonObject } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { DomainError, message } from '../../foundation/messages.js'
import { idOfPath, joinPath, parentPath, rootPath, urlOf } from '../../foundation/paths.js'
import { shareText, textUpTo } from '../../foundation/sharedText.js'
import { permission } from '../../security/permissions.js'
import { chainOf, reviewState, workflowStates } from '../../workflow/chain.js'
import { scanFew } from '../run/openEach.js'
import {
  activeOnly,
  type Frame,
  hasPermissionAt,
  nearestPublic,
  principalsOf,
  type RequestContext,
  requirePermission,
  seenLineage,
} from '../run/requestContext.js'
import { type ReadForApplication, sliceFor, uninterrupted } from '../run/uninterrupted.js'
import { type Gathered, gatherForContent, readableFields } from './gatherForContent.js'
import { sameItems } from './oneSummary.js'
import { type FieldReferences, linksOf, plainFields, referringFields, withComputed, withLinks } from './plainParts.js'
import { presentLock } from './presentLock.js'
import { summaries } from './summaries.js'

/**
 * Returns the payload of an object. The payload of a container does not include its items (docs/content-and-access.md,
 * Payload of an object).
 */
export async function presentContent(context: RequestContext, lineage: Lineage): Promise<ContentPayload> {
  const form = seenLineage(context, lineage)
  return presentGathered(context, form, await gatherForContent(context, [form]))
}

/**
 * Returns the same payload as `presentContent`, but uses data that `gatherForContent` has loaded for several objects.
 */
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

async function partsOf(context: RequestContext, lineage: Lineage, gathered: Gathered) {
  const node = objectOf(lineage)
  const { allFields } = activeParts(context.environment.registry.type(node.type), lineage)
  return {
    fields: readableFields(context, lineage),
    references: referringFields(node, allFields),
    parent: await gathered.parent(lineage),
    lock: presentLock(context, lineage, gathered.lock(node.uid)),
    defaultPage: gathered.defaultPage(node.uid),
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
  const presented = withLinks(plainFields(node, frame), node, parts.references, gathered)
  const presenting: PresentingContext = {
    url: urlOf(base, node.path),
    base,
    term: (vocabulary, token) => gathered.term(vocabulary, token, lineage),
    related: gathered.related,
    translate,
  }
  const serialize = node.path === rootPath ? serializeSiteRoot : serializeContent
  return serialize({
    ...parts,
    node,
    type,
    presentedFields: withComputed(presented, { type, lineage }, presenting),
    links: linksOf(node, frame),
    presenting,
    reviewState: reviewState(node, chain),
    workflowStates: workflowStates(node, chain),
  })
}

function referenceValuesOf(
  { uids, tokens, links }: FieldReferences,
  lineage: Lineage,
  gathered: Gathered,
): readonly unknown[] {
  const terms = tokens.flatMap(([vocabulary, token]) => {
    const term = gathered.term(vocabulary, token, lineage)
    return [term?.token, term?.title, term?.titleMessage]
  })
  return [
    ...uids.map(gathered.related),
    ...terms,
    ...links.flatMap(uid => [gathered.addressOf(uid), gathered.scalesOf(uid), gathered.summaryOf(uid)]),
  ]
}

const nothing: JsonObject = Object.freeze({})

async function extraKeys(context: RequestContext, lineage: Lineage): Promise<JsonObject> {
  const { allBehaviors } = activeParts(context.environment.registry.type(objectOf(lineage).type), lineage)
  if (allBehaviors.every(({ payload }) => !payload)) return nothing
  return uninterrupted(async read => {
    const source = payloadSource(context, lineage, read)
    const extra: JsonObject[] = []
    for (const { payload } of allBehaviors) if (payload) extra.push(await payload(source))
    return Object.assign({}, ...extra)
  })
}

export function payloadSource(context: RequestContext, lineage: Lineage, read: ReadForApplication): PayloadSource {
  const { reader, translate, task } = context
  return {
    reader,
    lineage,
    principals: principalsOf(context),
    activeOnly: activeOnly(context, lineage.slice(0, 1)),
    slice: sliceFor(task, read),
    scanAll: query => read(() => scanFew(context, query)),
    translate,
    summaries: entries => read(() => summaries(context, entries)),
  }
}

/** The inputs of a payload. Equal inputs must be identical objects, because they are compared by identity. */
interface PayloadInputs {
  readonly lineage: Lineage
  readonly frame: Frame
  readonly parts: readonly unknown[]
}

interface CachedPayload extends PayloadInputs {
  readonly payload: ContentPayload | null
  readonly isLong: boolean
}

/** The maximum length of a cached payload in characters. */
const maxLength = 64 * 1024

/** The estimated memory, in bytes, that a cached payload uses for each character of its JSON and for its inputs. */
const [bytesOfCharacter, bytesOfInputs] = [6, 3000]

/** Returns the payload cache of a store. The cache contains the last payload for each UID. */
const payloadsOf = memoizeByIdentity((_: ContentStore) =>
  createLruCache<CachedPayload>({ entries: 5000, bytes: 16 * 1024 * 1024 }, () => 0),
)

/**
 * Returns the payload for the given inputs. A cached payload is reused as long as all inputs are the same objects
 * (docs/caching.md, Cached reads, rule 4). The first result for the same inputs is not cached, so the caller may change
 * it. Cached payloads are immutable.
 */
export function cachedPayloadOf(inputs: PayloadInputs, compute: () => ContentPayload): ContentPayload {
  const { uid } = objectOf(inputs.lineage)
  const payloads = payloadsOf(inputs.frame.environment.store)
  const store = (value: CachedPayload, length = 0): void => {
    const bytes = length * bytesOfCharacter + bytesOfInputs
    payloads.set(uid, { value, bytes, owner: '', lifetime: Number.POSITIVE_INFINITY })
  }
  const cached = payloads.get(uid)?.value
  if (cached?.lineage !== inputs.lineage || cached.frame !== inputs.frame || !sameItems(cached.parts, inputs.parts)) {
    store({ ...inputs, payload: null, isLong: false })
    return compute()
  }
  if (cached.payload || cached.isLong) return cached.payload ?? compute()
  const payload = compute()
  const text = textUpTo(payload, maxLength)
  const isLong = text === null
  store({ ...inputs, payload: isLong ? null : shareText(payload), isLong }, text?.length)
  return payload
}

/**
 * Returns the payload of a version. The fields, the view, the states and the short name are from the version.
 * Permissions, children and containers are current (docs/workflow-and-history.md, Versions and revert).
 */
export async function presentVersion(context: RequestContext, versionNumber: string): Promise<ContentPayload> {
  requirePermission(context, permission.accessVersions)
  const version = await findVersion(context, versionNumber)
  // The version is presented at the current path, because its old path may no longer exist.
  const content = await presentContent(context, [...containersOf(context.lineage), withVersion(context, version.node)])
  const id = idOfPath(version.node.path)
  return {
    ...content,
    '@id': urlOf(context.base, joinPath(parentPath(context.node.path), id)),
    id,
    // An imported version may have a different UID.
    UID: version.node.uid,
    version: String(version.number),
  }
}

/**
 * Returns a version of the requested object. Throws a DomainError `not-found` if the version number is invalid or
 * unknown, or if the type has no versions.
 */
export async function findVersion(context: RequestContext, versionNumber: string): Promise<StoredVersion> {
  const { type, reader, node } = context
  const isNumber = /^(?:0|[1-9]\d{0,14})$/.test(versionNumber)
  const version = isNumber && isVersionable(type) ? await reader.version(node.uid, Number(versionNumber)) : null
  if (version) return version
  throw new DomainError('not-found', message('version.missing', { version: versionNumber.slice(0, 100) }), {
    context: nearestPublic(context.lineage, context.environment),
  })
}

function withVersion({ node, environment }: RequestContext, versionNode: ContentNode): ContentNode {
  const { fields, layout, states, created, modified, behaviors = [] } = versionNode
  // The type of the version may no longer exist in the model.
  const type = environment.registry.types.has(versionNode.type) ? versionNode.type : node.type
  // The page of a version shows the version instead of its default page.
  const { [defaultPageField]: _, ...own } = fields
  return { ...node, type, fields: own, layout, states, created, modified, behaviors }
}
