/** A navigation link. */
export interface PageLink {
  readonly address: string | undefined
  readonly title: string
  readonly isCurrent: boolean
}

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
