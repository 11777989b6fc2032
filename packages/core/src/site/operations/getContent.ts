import type { ContentPayload } from '../../answers/content.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { type Component, type ComponentPayload, parametersOf } from '../present/components/component.js'
import { type ComponentName, components, withComponents } from '../present/components/components.js'
import { listContent } from '../present/listing.js'
import { locksHere, partsOfContent } from '../present/partsOfContent.js'
import { presentContent, presentVersion } from '../present/presentContent.js'
import { type Expansion, nothingExpanded } from '../run/expansion.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import { activeOnly, type RequestContext, unauthorized } from '../run/requestContext.js'

export interface GetContentInput extends ListingInput {
  /** Whether the children of a container are listed. The children of the site root are always listed. */
  readonly withItems: boolean
  /** The number of a previous version. Defaults to the current version. */
  readonly version?: string
}

export interface ContentAnswer {
  readonly content: ContentPayload
  /** The list of children, or null if the children are not listed. */
  readonly listing: Listing | null
}

const listsItems = ({ node, type }: RequestContext, input: GetContentInput): boolean =>
  type.contains !== null && !type.hidesItems && (input.withItems || node.path === rootPath)

/** `GET {path}` returns the payload of an object (docs/content-and-access.md, Payload of an object). */
export const getContent: Operation<GetContentInput, ContentAnswer> = {
  permission: permission.view,
  dependsOn: partsOfContent,
  run: async (context, input) => ({ answer: await showContent(context, input) }),
}

/** Returns the payload of an object. By default, the payload includes the first batch of children. */
export async function showContent(
  context: RequestContext,
  input: GetContentInput = defaultInput,
): Promise<ContentAnswer> {
  const { expand = nothingExpanded, version } = input
  const payload = version === undefined ? presentContent(context, context.lineage) : presentVersion(context, version)
  const content = await withComponents(context, context.lineage, { content: await payload, expand })
  const listing = listsItems(context, input) ? await listChildren(context, input) : null
  return { content, listing }
}

export const defaultInput: GetContentInput = {
  batch: { start: 0, size: 25 },
  metadata: [],
  fullObjects: false,
  withItems: true,
}

function listChildren(context: RequestContext, input: ListingInput): Promise<Listing> {
  const { path } = context.node
  const where = [{ kind: 'below', path, depth: 'children' } as const, ...activeOnly(context)]
  // For the site root, `fullobjects` has no effect (docs/content-and-access.md, Payload of an object).
  const fullObjects = input.fullObjects && path !== rootPath
  return listContent(context, { where, sort: [{ by: 'position', descending: false }] }, { ...input, fullObjects })
}

/** Refuses requests for unknown services in the same way as requests for missing objects. */
export const unknownService: Operation<undefined, null> = {
  permission: null,
  exists: () => false,
  run: async () => ({ answer: null }),
}

/**
 * Checks whether an object exists, which requires no permission. Requests for missing objects are refused as in all
 * other operations.
 */
export const findContent: Operation<undefined, null> = { permission: null, run: async () => ({ answer: null }) }

export interface GetComponentInput {
  readonly name: ComponentName
  readonly parameters: Expansion['parameters']
}

/**
 * `GET {path}/@breadcrumbs` and similar requests return components of an object (docs/content-and-access.md,
 * Components).
 */
export const getComponent: Operation<GetComponentInput, ComponentPayload> = {
  permission: permission.view,
  dependsOn: async (context, { name, parameters }) => {
    const locks = await locksHere(context)
    return { parts: [name, JSON.stringify(parameters), locks.parts], until: locks.until }
  },
  async run(context, { name, parameters }) {
    const { mayShow: isVisible, show }: Component = components[name]
    if (isVisible?.(context, context.lineage) === false) throw unauthorized(context.lineage, context.environment)
    return { answer: await show(context, context.lineage, parametersOf(parameters, name)) }
  },
}
