/** A link of a navigation. */
export interface PageLink {
  readonly address: string | undefined
  readonly title: string
  /** Whether it leads to the current page. */
  readonly isCurrent: boolean
}

/** List items with these links. */
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
