import type { ActionLink, ActionsPayload } from '../../../answers/components.js'
import { containersOf, type Lineage, objectOf } from '../../../content/node/lineage.js'
import { rootPath, urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { mayAt, type Visit } from '../../run/visit.js'
import { isLockedByOthers } from '../../write/refuseLocked.js'
import type { Component } from './component.js'

interface Action {
  readonly id: string
  readonly title: string
  /** The path that is appended to the base of the action. */
  readonly page: string
}

/**
 * The actions that the caller may take on the object and the site, by category (docs/content-and-access.md, Components,
 * rule 8).
 */
export const actions: Component<ActionsPayload> = {
  async show(visit, lineage, { categories }) {
    const url = urlOf(visit.base, objectOf(lineage).path)
    const all: Required<ActionsPayload> = {
      document_actions: [],
      object: presentActions(visit, url, await objectActions(visit, lineage)),
      object_buttons: presentActions(visit, url, objectButtons(visit, lineage)),
      portal_tabs: presentActions(visit, visit.base, [{ id: 'index_html', title: 'Home', page: '' }]),
      site_actions: presentActions(visit, visit.base, [{ id: 'sitemap', title: 'Site map', page: '/sitemap' }]),
      user: presentActions(visit, visit.base, userActions(visit)),
    }
    const wanted = categories === undefined ? null : [categories].flat()
    return Object.fromEntries(Object.entries(all).filter(([name]) => wanted?.includes(name) ?? true))
  },
}

function presentActions(visit: Visit, address: string, offered: readonly Action[]): readonly ActionLink[] {
  return offered.map(({ id, title, page }) => ({
    icon: '',
    id,
    title: visit.translate(title),
    url: address + page,
  }))
}

async function objectActions(visit: Visit, lineage: Lineage): Promise<readonly Action[]> {
  const may = (name: string) => mayAt(visit, name, lineage)
  const mayEdit = may(permission.modify) && !(await isLockedByOthers(visit, objectOf(lineage)))
  return [
    { id: 'view', title: 'View', page: '', isOffered: true },
    { id: 'edit', title: 'Edit', page: '/edit', isOffered: mayEdit },
    { id: 'folderContents', title: 'Contents', page: '/contents', isOffered: may(permission.listFolder) },
    { id: 'history', title: 'History', page: '/historyview', isOffered: may(permission.accessVersions) },
    { id: 'local_roles', title: 'Sharing', page: '/sharing', isOffered: may(permission.delegateRoles) },
  ].filter(({ isOffered }) => isOffered)
}

function objectButtons(visit: Visit, lineage: Lineage): readonly Action[] {
  if (objectOf(lineage).path === rootPath) return []
  const mayDelete = mayAt(visit, permission.delete, lineage)
  const mayRename = mayDelete && mayAt(visit, permission.add, containersOf(lineage))
  const mayRedirect = mayAt(visit, permission.manageContextAliases, lineage)
  return [
    { id: 'cut', title: 'Cut', page: '/contents', isOffered: mayDelete },
    { id: 'copy', title: 'Copy', page: '/contents', isOffered: true },
    { id: 'delete', title: 'Delete', page: '/delete', isOffered: mayDelete },
    { id: 'rename', title: 'Rename', page: '/contents', isOffered: mayRename },
    { id: 'redirection', title: 'Addresses', page: '/aliases', isOffered: mayRedirect },
  ].filter(({ isOffered }) => isOffered)
}

function userActions(visit: Visit): readonly Action[] {
  if (visit.caller.kind === 'anonymous') return [{ id: 'login', title: 'Log in', page: '/login' }]
  const maySetUp = mayAt(visit, permission.manageUsers, visit.lineage.slice(0, 1))
  return [
    { id: 'preferences', title: 'Preferences', page: '/personal-preferences', isOffered: true },
    { id: 'dashboard', title: 'Dashboard', page: '/dashboard', isOffered: true },
    { id: 'plone_setup', title: 'Site setup', page: '/controlpanel', isOffered: maySetUp },
    { id: 'logout', title: 'Log out', page: '/logout', isOffered: true },
  ].filter(({ isOffered }) => isOffered)
}
