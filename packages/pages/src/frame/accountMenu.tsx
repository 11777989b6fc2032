import { type HtmlPage, userPagePath } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { say } from '../say.js'
import { LinkItems, type PageLink } from './linkItems.js'
import { PostForm } from './postForm.js'
import { linksOfSite } from './sitePages.js'

/**
 * Renders the login link for visitors. Renders the account menu for members and, in addition, the site menu for
 * administrators.
 */
export function AccountMenu({ page }: { page: HtmlPage }) {
  const { caller, base } = page
  if (!caller)
    return (
      <a class="account" href={`${base}/login`} rel="nofollow">
        {say(page, 'page.log-in')}
      </a>
    )
  const name = caller.fullname || caller.id
  // The page of a reset link has no logout form: it sends no referrer, so browsers would hide the origin of the form
  // and logging out would fail.
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
