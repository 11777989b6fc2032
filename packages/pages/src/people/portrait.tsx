import type { HtmlPage } from '@plenum/core'
import type { UserPayload } from '@plenum/core/answers'
import { safeSource } from '../reading/links.js'

interface PortraitProps {
  readonly page: HtmlPage
  readonly user: Pick<UserPayload, 'id' | 'fullname' | 'portrait'>
}

/**
 * Renders the portrait of a user or, without a portrait, the user's initials. Screen readers skip the portrait,
 * because the name of the user is next to it.
 */
export function Portrait({ page, user: { id, fullname, portrait } }: PortraitProps) {
  const source = portrait === null ? undefined : safeSource(portrait, page.base)
  if (source) return <img class="face" src={source} alt="" width={40} height={40} loading="lazy" />
  return (
    <span class="face" aria-hidden="true">
      {initials(fullname || id)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/\s/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map(word => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
