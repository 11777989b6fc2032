/** A navigation link. */
export interface PageLink {
  readonly address: string | undefined
  readonly title: string
  /** Whether the link leads to the current page. */
  readonly isCurrent: boolean
}

/** Links as list items. */
export function LinkItems({ links }: { links: readonly PageLink[] }) {
  return (
    <>
      {links.map(({ address, title, isCurrent }) => (
        <li>
          <a href={address} aria-current={isCurrent ? 'page' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </>
  )
}
