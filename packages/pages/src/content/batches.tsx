import type { PageOf } from '@plenum/core'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'

export function Batches({ page }: { page: PageOf<'object' | 'search' | 'deliveries' | 'outbox'> }) {
  const { prev, next } = page.answer.batching ?? {}
  if (!prev && !next) return null
  return (
    <nav class="batches" aria-label={say(page, 'page.batches')}>
      {prev && <a href={safeLink(prev)}>{say(page, 'page.previous')}</a>}
      {next && <a href={safeLink(next)}>{say(page, 'page.next')}</a>}
    </nav>
  )
}
