import { defaultPageField } from '../../content/node/defaultPage.js'
import type { ContentNode } from '../../content/node/node.js'
import { isJsonObject } from '../../foundation/json.js'

/** The hidden field in which earlier versions preserved default pages of Plone sites without effect. */
const preservedField = 'kept_from_plone'

/** An object with the default page that an earlier version imported; the same object if it has no such default page. */
export function withImportedDefaultPage(node: ContentNode): ContentNode {
  const { [preservedField]: stored, ...fields } = node.fields
  if (!isJsonObject(stored) || !isJsonObject(stored.default_page)) return node
  const { default_page: page, ...preserved } = stored
  const isEmpty = Object.keys(preserved).length === 0
  return {
    ...node,
    fields: {
      ...fields,
      ...(isEmpty ? {} : { [preservedField]: preserved }),
      [defaultPageField]: fields[defaultPageField] ?? page.default_page_uuid ?? null,
    },
  }
}
