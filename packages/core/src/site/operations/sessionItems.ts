import { stockColumns } from '../../content/catalog/stockColumns.js'
import type { ContentNode } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import type { PublishedLink, PublishedSlot } from '../../event/publishedContent.js'
import { parentPath, urlOf } from '../../foundation/paths.js'
import { anonymous } from '../../security/caller.js'
import { scanAll } from '../run/openEach.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'

type Items = Pick<PublishedSlot, 'links' | 'attachments'>

export async function itemsByContainer(
  context: RequestContext,
  event: ContentNode,
): Promise<ReadonlyMap<string, Items>> {
  const principals = principalsOf({ caller: anonymous })
  const where = [{ kind: 'active', at: context.now } as const]
  const hits = await scanAll(context, eventQuery(['Link', 'File', 'Image'], event, { principals, where }))
  const items = new Map<string, Items>()
  for (const hit of hits) {
    if (context.task.isOver()) await context.task.next()
    const container = urlOf(context.base, parentPath(hit.path))
    const { links, attachments } = items.get(container) ?? { links: [], attachments: [] }
    const item = itemOf(context, hit)
    const isLink = hit.type === 'Link'
    items.set(container, {
      links: isLink ? [...links, item] : links,
      attachments: isLink ? attachments : [...attachments, item],
    })
  }
  return items
}

/**
 * Returns the title and the URL of a link or file. For a link to a target within the site, the URL is the address of
 * the link object, which redirects to the target.
 */
function itemOf({ base }: RequestContext, hit: SearchHit): PublishedLink {
  const { title = '', remoteUrl = '' } = stockColumns(hit)
  const url = urlOf(base, hit.path)
  if (hit.type === 'Link') return { title, url: /^[a-z][a-z\d+.-]*:/i.test(remoteUrl) ? remoteUrl : url }
  return { title, url: hit.type === 'File' ? `${url}/@@download/file` : `${url}/@@images/image` }
}
