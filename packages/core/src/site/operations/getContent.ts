import type { ContentPayload } from '../../answers/content.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { withComponents } from '../present/components/withComponents.js'
import { listContent } from '../present/listing.js'
import { partsOfContent } from '../present/partsOfContent.js'
import { presentContent } from '../present/presentContent.js'
import { presentVersion } from '../present/presentVersion.js'
import { nothingExpanded } from '../run/expansion.js'
import type { Listing, ListingInput, Operation } from '../run/operation.js'
import { activeOnly, type RequestContext } from '../run/requestContext.js'

export interface GetContentInput extends ListingInput {
  /** Whether to list the children of a container; the site root always lists them. */
  readonly withItems: boolean
  /** The number of a version to return instead of the current object. */
  readonly version?: string
}

export interface ContentAnswer {
  readonly content: ContentPayload
  /** The children that the caller may see; null if they are not listed. */
  readonly listing: Listing | null
}

function listsItems({ node, type }: RequestContext, input: GetContentInput): boolean {
  return type.contains !== null && !type.hidesItems && (input.withItems || node.path === rootPath)
}

/** `GET {path}` (docs/content-and-access.md, Payload of an object). */
export const getContent: Operation<GetContentInput, ContentAnswer> = {
  permission: permission.view,
  dependsOn: partsOfContent,
  run: async (context, input) => ({ answer: await showContent(context, input) }),
}

/** The payload of an object; without `input`, with the first batch of its children. */
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

/** Input of a request without parameters. */
export const defaultInput: GetContentInput = {
  batch: { start: 0, size: 25 },
  metadata: [],
  fullObjects: false,
  withItems: true,
}

function listChildren(context: RequestContext, input: ListingInput): Promise<Listing> {
  const { path } = context.node
  const where = [{ kind: 'below', path, depth: 'children' } as const, ...activeOnly(context)]
  // The site root ignores `fullobjects` (docs/content-and-access.md, Payload of an object).
  const fullObjects = input.fullObjects && path !== rootPath
  return listContent(context, { where, sort: [{ by: 'position', descending: false }] }, { ...input, fullObjects })
}
