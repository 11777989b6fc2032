import type { BreadcrumbsPayload } from '../../../answers/components.js'
import { lineagesAlong, objectOf } from '../../../content/node/lineage.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { hasPermissionAt } from '../../run/requestContext.js'
import type { Component } from './component.js'
import { menuTitle } from './menuEntries.js'

/**
 * The objects from the site root (excluded) to the object, without containers that the caller may not view
 * (docs/content-and-access.md, Components, rule 5).
 */
export const breadcrumbs: Component<BreadcrumbsPayload> = {
  show: async (context, lineage) => ({
    '@id': `${urlOf(context.base, objectOf(lineage).path)}/@breadcrumbs`,
    items: lineagesAlong(lineage)
      .slice(1)
      .filter(ancestors => hasPermissionAt(context, permission.view, ancestors))
      .map(objectOf)
      .map(({ path, fields }) => ({ '@id': urlOf(context.base, path), title: menuTitle(fields) })),
    root: context.base,
  }),
}
