import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

/** Renders the search form in the header, which searches the entire site and works without a script. */
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

export function LargeSearch({ page }: { page: HtmlPage }) {
  return (
    <form action={`${page.base}/@search`} method="get" class="search-large">
      <input
        type="search"
        name="SearchableText"
        value={page.query.get('SearchableText') ?? ''}
        aria-label={say(page, 'page.search-words')}
      />
      <button type="submit">{say(page, 'page.search')}</button>
    </form>
  )
}
