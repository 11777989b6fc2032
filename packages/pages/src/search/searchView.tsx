import type { PageOf } from '@plenum/core'
import { Batches } from '../content/batches.js'
import { ItemList } from '../content/itemList.js'
import { LargeSearch } from '../frame/searchForm.js'
import { say } from '../say.js'

export function SearchView({ page }: { page: PageOf<'search'> }) {
  const { answer } = page
  const count = answer.items_total ?? 0
  return (
    <article class="narrow">
      <h1>{say(page, 'page.search')}</h1>
      <LargeSearch page={page} />
      {count === 0 ? (
        <p class="empty">{say(page, 'page.found-nothing')}</p>
      ) : (
        <p class="facts">{say(page, 'page.found', { count })}</p>
      )}
      <ItemList page={page} items={answer.items} heading="h2" />
      <Batches page={page} />
    </article>
  )
}
