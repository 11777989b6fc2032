import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

export function PeopleSearch({ page, label, search }: { page: HtmlPage; label: string; search: string }) {
  return (
    <search class="finder">
      <form action={page.address} method="get">
        <label for="people-search">{label}</label>
        <input
          id="people-search"
          type="search"
          name="search"
          value={search}
          placeholder={say(page, 'page.sharing-find')}
        />
        <button type="submit" class="secondary">
          {say(page, 'page.find')}
        </button>
      </form>
    </search>
  )
}

export function NextBatch({ page, search, next }: { page: HtmlPage; search: string; next: string | null }) {
  const url = (after: string | null): string => {
    const parameters = new URLSearchParams({
      ...(search === '' ? {} : { search }),
      ...(after === null ? {} : { after }),
    })
    return parameters.size === 0 ? page.address : `${page.address}?${parameters}`
  }
  const isFirst = !page.query.has('after')
  if (next === null && isFirst) return null
  return (
    <nav class="batches" aria-label={say(page, 'page.batches')}>
      {isFirst ? <span /> : <a href={url(null)}>{say(page, 'page.first-batch')}</a>}
      {next !== null && <a href={url(next)}>{say(page, 'page.next')}</a>}
    </nav>
  )
}
