import type { HtmlPage } from '@plenum/core'
import { ItemList } from '../content/itemList.js'
import { numberOf, objectOf, objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

/** What a search found, with the way to the pages before and after. */
export function SearchView({ page }: { page: HtmlPage }) {
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
      <p class="facts">{say(page, 'page.found', { count: numberOf(answer.items_total) })}</p>
      <ItemList page={page} items={objectsOf(answer.items)} heading="h2" />
      <Batches page={page} />
    </article>
  )
}

/** Links to the pages before and after, of whatever the answer lists. */
export function Batches({ page }: { page: HtmlPage }) {
  const { prev, next } = objectOf(page.answer.batching)
  if (!prev && !next) return null
  return (
    <nav class="batches" aria-label={say(page, 'page.batches')}>
      {textOf(prev) && <a href={safeLink(textOf(prev))}>{say(page, 'page.previous')}</a>}
      {textOf(next) && <a href={safeLink(textOf(next))}>{say(page, 'page.next')}</a>}
    </nav>
  )
}
