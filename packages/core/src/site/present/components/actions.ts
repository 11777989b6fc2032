import type { ActionLink, ActionsPayload } from '../../../answers/components.js'
import { containersOf, type Lineage, objectOf } from '../../../content/node/node.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/permissions.js'
import { allowsRegistration } from '../../people/registration.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'
import { isLockedByOthers } from '../../write/refuseLocked.js'
import type { Component } from './component.js'

interface Action {
  readonly id: string
  readonly title: string
  /** The path that is appended to the base URL of the action. */
  readonly page: string
}

/**
 * The actions that the caller can run on the object and on the site, by category (docs/content-and-access.md,
 * Components, rule 8).
 */
export const actions: Component<ActionsPayload> = {
  async show(context, lineage, { categories }) {
    const url = urlOf(context.base, objectOf(lineage).path)
    const actionsByCategory: Required<ActionsPayload> = {
      document_actions: [],
      object: presentActions(context, url, await objectActions(context, lineage)),
      object_buttons: presentActions(context, url, objectButtons(context, lineage)),
      portal_tabs: presentActions(context, context.base, [{ id: 'index_html', title: 'Home', page: '' }]),
      site_actions: presentActions(context, context.base, [{ id: 'sitemap', title: 'Site map', page: '/sitemap' }]),
      user: presentActions(context, context.base, userActions(context)),
    }
    const selected = categories === undefined ? null : [categories].flat()
    return Object.fromEntries(Object.entries(actionsByCategory).filter(([name]) => selected?.includes(name) ?? true))
  },
}

function presentActions(context: RequestContext, address: string, available: readonly Action[]): readonly ActionLink[] {
  return available.map(({ id, title, page }) => ({
    icon: '',
    id,
    title: context.translate(title),
    url: address + page,
  }))
}

async function objectActions(context: RequestContext, lineage: Lineage): Promise<readonly Action[]> {
  const isAllowed = (name: string) => hasPermissionAt(context, name, lineage)
  const mayEdit = isAllowed(permission.modify) && !(await isLockedByOthers(context, objectOf(lineage)))
  return [
    { id: 'view', title: 'View', page: '', isAvailable: true },
    { id: 'edit', title: 'Edit', page: '/edit', isAvailable: mayEdit },
    { id: 'folderContents', title: 'Contents', page: '/contents', isAvailable: isAllowed(permission.listFolder) },
    { id: 'history', title: 'History', page: '/historyview', isAvailable: isAllowed(permission.accessVersions) },
    { id: 'local_roles', title: 'Sharing', page: '/sharing', isAvailable: isAllowed(permission.delegateRoles) },
  ].filter(({ isAvailable }) => isAvailable)
}

function objectButtons(context: RequestContext, lineage: Lineage): readonly Action[] {
  if (objectOf(lineage).path === rootPath) return []
  const mayDelete = hasPermissionAt(context, permission.delete, lineage)
  const mayRename = mayDelete && hasPermissionAt(context, permission.add, containersOf(lineage))
  const mayRedirect = hasPermissionAt(context, permission.manageContextAliases, lineage)
  return [
    { id: 'cut', title: 'Cut', page: '/contents', isAvailable: mayDelete },
    { id: 'copy', title: 'Copy', page: '/contents', isAvailable: true },
    { id: 'delete', title: 'Delete', page: '/delete', isAvailable: mayDelete },
    { id: 'rename', title: 'Rename', page: '/contents', isAvailable: mayRename },
    { id: 'redirection', title: 'Addresses', page: '/aliases', isAvailable: mayRedirect },
  ].filter(({ isAvailable }) => isAvailable)
}

function userActions(context: RequestContext): readonly Action[] {
  if (context.caller.kind === 'anonymous') return visitorActions(context)
  const maySetUp = hasPermissionAt(context, permission.manageUsers, context.lineage.slice(0, 1))
  return [
    { id: 'preferences', title: 'Preferences', page: '/personal-preferences', isAvailable: true },
    { id: 'dashboard', title: 'Dashboard', page: '/dashboard', isAvailable: true },
    { id: 'plone_setup', title: 'Site setup', page: '/controlpanel', isAvailable: maySetUp },
    { id: 'logout', title: 'Log out', page: '/logout', isAvailable: true },
  ].filter(({ isAvailable }) => isAvailable)
}

function visitorActions({ lineage: [root] }: RequestContext): readonly Action[] {
  const register = { id: 'join', title: 'Register', page: '/register' }
  return [{ id: 'login', title: 'Log in', page: '/login' }, ...(root && allowsRegistration(root) ? [register] : [])]
}
