import type { HtmlPage, PageView } from '@plenum/core'
import { say } from '../say.js'
import type { PageLink } from './linkItems.js'

interface SitePage {
  readonly path: string
  readonly title: Parameters<typeof say>[1]
  readonly views: readonly PageView[]
}

const pagesOfAdministrators: readonly SitePage[] = [
  { path: '/@@users', title: 'page.users', views: ['users', 'invite', 'user'] },
  { path: '/@@groups', title: 'page.groups', views: ['groups', 'group', 'addGroup'] },
  { path: '/@@settings', title: 'page.settings', views: ['settings', 'panel', 'setup', 'importProgramme'] },
]

const pagesOfManagers: readonly SitePage[] = [
  { path: '/@audit', title: 'page.audit', views: ['audit'] },
  { path: '/@webhooks', title: 'page.webhooks', views: ['webhooks', 'deliveries', 'secret'] },
  { path: '/@outbox', title: 'page.outbox', views: ['outbox'] },
  { path: '/@sharedmemoize', title: 'page.shared-cache', views: ['sharedmemoize'] },
]

const siteViews: ReadonlySet<PageView> = new Set(
  [...pagesOfAdministrators, ...pagesOfManagers].flatMap(({ views }) => views),
)

export const isSitePage = ({ view }: HtmlPage): boolean => siteViews.has(view)

export function linksOfSite(page: HtmlPage): readonly PageLink[] {
  const maySetUp = (page.more.actions?.user ?? []).some(({ id }) => id === 'plone_setup')
  const isManager = page.caller?.roles.includes('Manager') === true
  return [...(maySetUp ? pagesOfAdministrators : []), ...(isManager ? pagesOfManagers : [])].map(
    ({ path, title, views }) => ({
      address: page.base + path,
      title: say(page, title),
      isCurrent: views.includes(page.view) && !(page.view === 'user' && page.answer.is_own),
    }),
  )
}
