import type { HtmlPage } from '@plenum/core'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { LinkItems } from './linkItems.js'

/** The path from the site root to the object as links; renders nothing at the root. */
export function Breadcrumbs({ page }: { page: HtmlPage }) {
  const items = page.more.breadcrumbs?.items ?? []
  if (items.length === 0) return null
  return (
    <nav class="breadcrumbs" aria-label={say(page, 'page.breadcrumbs')}>
      <ol>
        <li>
          <a href={`${page.base}/`}>{say(page, 'page.home')}</a>
        </li>
        <LinkItems
          links={items.map(({ '@id': address, title }, i) => ({
            address: safeLink(address),
            title,
            isCurrent: page.view === 'object' && i === items.length - 1,
          }))}
        />
      </ol>
    </nav>
  )
}
