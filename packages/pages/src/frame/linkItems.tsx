import type { VNode } from 'preact'

export interface PageLink {
  readonly address: string | undefined
  readonly title: string
  readonly mark?: VNode
  readonly isCurrent: boolean
}

export function LinkItems({ links }: { links: readonly PageLink[] }) {
  return (
    <>
      {links.map(({ address, title, mark, isCurrent }) => (
        <li>
          <a href={address} aria-current={isCurrent ? 'page' : undefined}>
            {title}
            {mark}
          </a>
        </li>
      ))}
    </>
  )
}
