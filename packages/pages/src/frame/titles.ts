import type { HtmlPage } from '@plenum/core'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'

/** The title of the site, for the header and the end of every page title. */
export function siteTitle(page: HtmlPage): string {
  const site = page.more.site?.['plone.site_title']
  const root = page.path === '/' && page.view === 'object' ? page.answer.title : ''
  return site || root || say(page, 'page.site')
}

/** The title of the object that a page shows; empty if it shows none. */
export const objectTitle = (page: HtmlPage): string => objectOn(page)?.title ?? ''

/** The title of the page, without that of the site. */
export function titleOf(page: HtmlPage): string {
  const viewTitle = viewTitleOf(page)
  const object = objectTitle(page)
  return [viewTitle, object].filter(Boolean).join(': ')
}

function viewTitleOf(page: HtmlPage): string {
  switch (page.view) {
    case 'object':
    case 'poll':
      return ''
    case 'error':
      return say(page, page.status === 404 ? 'page.not-found' : page.status === 401 ? 'page.log-in' : 'page.error')
    case 'search':
      return say(page, 'page.search')
    case 'history':
      return say(page, 'page.history')
    case 'workflow':
      return say(page, 'page.workflow')
    case 'sharing':
      return say(page, 'page.sharing')
    case 'sharedmemoize':
      return say(page, 'page.shared-cache')
    case 'login':
      return say(page, 'page.log-in')
    case 'schedule':
      return say(page, 'page.schedule')
    case 'sponsors':
      return say(page, 'page.sponsors')
  }
}
