import { type HtmlPage, urlOf } from '@plenum/core'
import { OwnImage } from '../content/picture.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { AccountMenu } from './accountMenu.js'
import { canonicalAddress } from './canonical.js'
import { LinkItems } from './linkItems.js'
import { SearchForm } from './searchForm.js'
import { isSitePage } from './sitePages.js'
import { siteTitle } from './titles.js'
import { StateMark } from './visibility.js'

export function SiteHeader({ page }: { page: HtmlPage }) {
  return (
    <header class="site-header">
      <div class="site-bar">
        <SiteName page={page} />
        <Navigation page={page} />
        <SearchForm page={page} />
        <AccountMenu page={page} />
      </div>
    </header>
  )
}

function SiteName({ page }: { page: HtmlPage }) {
  const logo = page.more.site?.['plone.site_logo']
  const title = siteTitle(page)
  return (
    <a class="site-name" href={`${page.base}/`}>
      {logo ? <OwnImage source={logo} alt={title} /> : title}
    </a>
  )
}

/**
 * Renders the navigation of the site. On narrow screens, a button opens the menu as a popover, without a script.
 * Browsers that do not support popovers always display the menu.
 */
function Navigation({ page }: { page: HtmlPage }) {
  const items = page.more.navigation?.items ?? []
  if (items.length === 0) return null
  return (
    <>
      <button type="button" class="menu-button quiet" popovertarget="site-menu">
        {say(page, 'page.menu')}
      </button>
      <nav class="site-navigation" id="site-menu" popover="auto" aria-label={say(page, 'page.navigation')}>
        <ul>
          <LinkItems
            links={items.map(({ '@id': address, title, review_state }) => ({
              address: safeLink(address),
              title,
              mark: <StateMark page={page} state={review_state} />,
              isCurrent: !isSitePage(page) && isWithin(address, page),
            }))}
          />
        </ul>
      </nav>
    </>
  )
}

/**
 * Whether the page is at or below the URL of a menu item. The site root only matches its own page. `@schedule`
 * matches the container that presents the schedule.
 */
function isWithin(address: string, page: HtmlPage): boolean {
  const { base, path, view, more } = page
  const ownPages = view === 'object' || path !== '/'
  const here = more.presentedAt ?? canonicalAddress(page) ?? (ownPages ? urlOf(base, path) : '')
  const there = address.endsWith('/') ? address.slice(0, -1) : address
  return here === there || (there !== base && here.startsWith(`${there}/`))
}
