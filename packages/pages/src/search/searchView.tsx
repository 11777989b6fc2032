import type { PageOf } from '@plenum/core'
import { Batches } from '../content/batches.js'
import { ItemList } from '../content/itemList.js'
import { say } from '../say.js'

/** Search results, with links to the previous and next batch. */
export function SearchView({ page }: { page: PageOf<'search'> }) {
  const { answer } = page
  return (
    <article class="narrow">
      <h1>{say(page, 'page.search')}</h1>
      <form action={`${page.base}/@search`} method="get" class="search-large">
        <input
          type="search"
          name="SearchableText"
          value={page.query.get('SearchableText') ?? ''}
          aria-label={say(page, 'page.search-words')}
        />
        <button type="submit">{say(page, 'page.search')}</button>
      </form>
      <p class="facts">{say(page, 'page.found', { count: answer.items_total ?? 0 })}</p>
      <ItemList page={page} items={answer.items} heading="h2" />
      <Batches page={page} />
    </article>
  )
}
