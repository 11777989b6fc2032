import type { HtmlPage } from '@plenum/core'

/** The roles that all users have, which are omitted from lists of roles. */
const common: ReadonlySet<string> = new Set(['Member', 'Authenticated', 'Anonymous'])

export const rolesText = ({ translate }: HtmlPage, roles: readonly string[]): string =>
  roles
    .filter(role => !common.has(role))
    .map(role => translate({ id: role }))
    .join(', ')
