import { type HtmlPage, urlOf, userPagePath } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { OwnImage } from '../content/picture.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { canonicalAddress } from './canonical.js'
import { LinkItems, type PageLink } from './linkItems.js'
import { PostForm } from './postForm.js'
import { SearchForm } from './searchForm.js'
import { isSitePage, linksOfSite } from './sitePages.js'
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
 * Whether the page is at or below the URL of a menu item. A menu item for the site root matches only its own page. A
 * page such as `@schedule` is treated as the container that presents it.
 */
function isWithin(address: string, page: HtmlPage): boolean {
  const { base, path, view, more } = page
  const ownPages = view === 'object' || path !== '/'
  const here = more.presentedAt ?? canonicalAddress(page) ?? (ownPages ? urlOf(base, path) : '')
  const there = address.endsWith('/') ? address.slice(0, -1) : address
  return here === there || (there !== base && here.startsWith(`${there}/`))
}

/** Renders the login link for visitors, the account menu for members, and also the site menu for administrators. */
function AccountMenu({ page }: { page: HtmlPage }) {
  const { caller, base } = page
  if (!caller)
    return (
      <a class="account" href={`${base}/login`} rel="nofollow">
        {say(page, 'page.log-in')}
      </a>
    )
  const name = caller.fullname || caller.id
  // The page for resetting a password has no logout form. Because the page sends no referrer, browsers would hide the
  // origin of the form, and logging out would fail.
  if (page.view === 'password' && page.answer.token !== null) return <span class="account who">{name}</span>
  const siteLinks = linksOfSite(page)
  return (
    <div class="account">
      {siteLinks.length > 0 && <Menu title={say(page, 'page.site-menu')} links={siteLinks} />}
      <Menu title={name} links={linksOfMember(page, caller.id)}>
        <li>
          <PostForm page={page} at="/" action="logout">
            <button type="submit" class="quiet">
              {say(page, 'page.log-out')}
            </button>
          </PostForm>
        </li>
      </Menu>
    </div>
  )
}

/** Renders a menu that opens without a script. Browsers close the menu when another menu with the same name opens. */
function Menu({ title, links, children }: { title: string; links: readonly PageLink[]; children?: ComponentChildren }) {
  return (
    <details class="menu" name="account-menu">
      <summary>{title}</summary>
      <ul>
        <LinkItems links={links} />
        {children}
      </ul>
    </details>
  )
}

const linksOfMember = (page: HtmlPage, id: string): readonly PageLink[] => [
  {
    address: page.base + userPagePath(id),
    title: say(page, 'page.profile'),
    isCurrent: page.view === 'user' && page.answer.is_own,
  },
  { address: `${page.base}/@worklists`, title: say(page, 'page.worklists'), isCurrent: page.view === 'worklists' },
]
