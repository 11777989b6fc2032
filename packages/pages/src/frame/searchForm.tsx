import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

/** Full-text search of the whole site. It works without a script. */
export function SearchForm({ page }: { page: HtmlPage }) {
  return (
    <search class="site-search">
      <form action={`${page.base}/@search`} method="get">
        <input
          type="search"
          name="SearchableText"
          aria-label={say(page, 'page.search')}
          placeholder={say(page, 'page.search')}
        />
      </form>
    </search>
  )
}
