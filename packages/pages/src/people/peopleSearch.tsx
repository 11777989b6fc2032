import type { HtmlPage } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { say } from '../say.js'

interface SearchProps {
  readonly page: HtmlPage
  readonly id?: string
  readonly label: string
  readonly search: string
  readonly isRequired?: boolean
  readonly children?: ComponentChildren
}

export function PeopleSearch({ page, id = 'people-search', label, search, isRequired, children }: SearchProps) {
  return (
    <search class="finder">
      <form action={page.address} method="get">
        <label for={id}>{label}</label>
        <input
          id={id}
          type="search"
          name="search"
          value={search}
          placeholder={say(page, 'page.sharing-find')}
          required={isRequired}
        />
        <button type="submit" class="secondary">
          {say(page, 'page.find')}
        </button>
      </form>
      {children}
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
