import type { HtmlPage } from '@plenum/core'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

/** The path from the site root to the object as links; renders nothing at the root. */
export function Breadcrumbs({ page }: { page: HtmlPage }) {
  const items = page.more.breadcrumbs?.items ?? []
  if (items.length === 0) return null
  const isAtObject = page.view === 'object'
  return (
    <nav class="breadcrumbs" aria-label={say(page, 'page.breadcrumbs')}>
      <ol>
        <li>
          <a href={`${page.base}/`}>{say(page, 'page.home')}</a>
        </li>
        {items.map((item, i) => (
          <li>
            <a href={safeLink(item['@id'])} aria-current={isAtObject && i === items.length - 1 ? 'page' : undefined}>
              {item.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
