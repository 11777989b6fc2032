import type { HtmlPage } from '@plenum/core'

interface FiltersProps {
  readonly page: HtmlPage
  readonly label: string
  /** The query parameter that selects the entries of the page. */
  readonly parameter: string
  /** The values of the parameter. An empty value selects all entries. */
  readonly links: readonly { readonly value: string; readonly text: string }[]
}

export function Filters({ page, label, parameter, links }: FiltersProps) {
  const selected = page.query.get(parameter) ?? ''
  return (
    <nav aria-label={label}>
      <ul class="filters">
        {links.map(({ value, text }) => (
          <li>
            <a
              href={value === '' ? page.address : `${page.address}?${parameter}=${value}`}
              aria-current={value === selected ? 'page' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
