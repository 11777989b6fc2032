import type { HtmlPage } from '@plenum/core'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'

export function siteTitle(page: HtmlPage): string {
  const site = page.more.site?.['plone.site_title']
  const root = page.path === '/' && page.view === 'object' ? page.answer.title : ''
  return site || root || say(page, 'page.site')
}

export const objectTitle = (page: HtmlPage): string => objectOn(page)?.title ?? ''

export function titleOf(page: HtmlPage): string {
  const viewTitle = viewTitleOf(page)
  const object = objectTitle(page)
  return [viewTitle, object].filter(Boolean).join(': ')
}

function viewTitleOf(page: HtmlPage): string {
  if (page.view === 'object' || page.view === 'poll') return ''
  if (page.view !== 'error') return say(page, viewTitles[page.view])
  if (page.status === 401) return say(page, page.caller === null ? 'page.log-in' : 'page.no-access')
  return say(page, errorTitles[page.status] ?? (page.status < 500 ? 'page.error-refused' : 'page.error'))
}

const errorTitles: Readonly<Record<number, 'page.not-found' | 'page.error-many'>> = {
  404: 'page.not-found',
  429: 'page.error-many',
}

const viewTitles = {
  search: 'page.search',
  add: 'page.add',
  edit: 'page.edit',
  delete: 'page.delete',
  history: 'page.history',
  workflow: 'page.workflow',
  worklists: 'page.worklists',
  sharing: 'page.sharing',
  settings: 'page.settings',
  panel: 'page.settings',
  setup: 'page.setup',
  importProgramme: 'page.step-import',
  users: 'page.users',
  user: 'page.user',
  invite: 'page.invite',
  groups: 'page.groups',
  group: 'page.group',
  addGroup: 'page.add-group',
  sharedmemoize: 'page.shared-cache',
  audit: 'page.audit',
  webhooks: 'page.webhooks',
  secret: 'page.webhook-secret',
  deliveries: 'page.webhook-deliveries',
  outbox: 'page.outbox',
  unsubscribe: 'page.unsubscribe',
  login: 'page.log-in',
  password: 'page.set-password',
  schedule: 'page.schedule',
  now: 'page.now-and-next',
  desk: 'page.desk',
  deskConflict: 'page.desk-conflict',
  conflicts: 'page.conflicts',
  releases: 'page.releases',
  releaseDifferences: 'page.release-differences',
  sponsors: 'page.sponsors',
} as const
