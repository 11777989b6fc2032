import type { PageOf } from '@plenum/core'
import { objectOn } from '../reading/object.js'
import { PollPanel } from './pollPanel.js'

/** A poll with its question, both at its own URL and at `@poll`. */
export function PollView({ page }: { page: PageOf<'object'> | PageOf<'poll'> }) {
  const content = objectOn(page)
  const poll = page.view === 'object' ? page.more.poll : page.answer
  return (
    <article class="narrow">
      <header class="title">
        <p class="eyebrow">{content?.type_title}</p>
        <h1>{content?.title}</h1>
        {content?.description && <p class="lead">{content.description}</p>}
      </header>
      {poll && <PollPanel page={page} poll={poll} />}
    </article>
  )
}
