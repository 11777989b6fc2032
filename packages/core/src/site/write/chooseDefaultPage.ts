import { chosenPage, defaultPageField, isItemOf } from '../../content/node/defaultPage.js'
import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { Change, Expected } from '../../content/store/change.js'
import { excerptOf, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { joinPath, rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'
import { reindexingOf } from './changes.js'
import { invalidFields } from './readBody.js'

/**
 * Returns the values with the default page from the body, or the same values if the default page does not change. Null
 * or an empty string removes the default page. Throws a DomainError `invalid-fields` if any other value is not the id
 * of an item that the caller may view (docs/content-and-access.md, Default pages, rule 1). Hidden items are refused in
 * the same way as missing items.
 */
export async function withDefaultPage(
  context: RequestContext,
  { [defaultPageField]: id }: JsonObject,
  values: FieldValues,
): Promise<FieldValues> {
  if (id === undefined) return values
  const uid = id === null || id === '' ? null : await uidOfItem(context, id)
  return uid === chosenPage(context.node) ? values : { ...values, [defaultPageField]: uid }
}

async function uidOfItem(context: RequestContext, id: JsonValue): Promise<string> {
  const { node, reader } = context
  const path = typeof id === 'string' ? joinPath(node.path, id) : rootPath
  const { lineage, exists } = isItemOf(path, node.path) ? await reader.open(path) : { lineage: [], exists: false }
  if (exists && hasPermissionAt(context, permission.view, lineage)) return objectOf(lineage).uid
  throw invalidFields([{ field: defaultPageField, message: message('default-page.unknown', { id: excerptOf(id) }) }])
}

/** Returns new catalog entries for the previous and the new default page, because their index values change. */
export async function entriesOfDefaultPages(
  context: RequestContext,
  saved: ContentNode,
): Promise<Required<Pick<Change, 'entries' | 'expects'>>> {
  const { node } = context
  const [before, after] = [chosenPage(node), chosenPage(saved)]
  if (before === after) return { entries: [], expects: [] }
  const uids = [before, after].filter(uid => uid !== null)
  const pages = (await context.reader.nodes(uids)).filter(page => isItemOf(page.path, node.path))
  const container: Lineage = [...context.lineage.slice(0, -1), saved]
  return {
    entries: pages.map(page => reindexingOf(context.environment, [...container, page])),
    // A page that has been moved elsewhere must not get a catalog entry below this container, so the paths must not
    // have changed.
    expects: pages.map(({ uid, revision, path }): Expected => ({ uid, revision, path })),
  }
}
