import type { HtmlPage } from '@plenum/core'
import { objectOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

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
