import type { HtmlPage } from '@plenum/core'
import { objectOf, textOf } from '../reading/json.js'
import { PollPanel } from './pollPanel.js'

/** A poll with its question, at its own address and at `@poll`. */
export function PollView({ page }: { page: HtmlPage }) {
  const isObject = page.view === 'object'
  const content = isObject ? page.answer : objectOf(page.more.content)
  const poll = isObject ? objectOf(page.more.poll) : page.answer
  return (
    <article class="narrow">
      <header class="title">
        <p class="eyebrow">{textOf(content.type_title)}</p>
        <h1>{textOf(content.title)}</h1>
        {textOf(content.description) && <p class="lead">{textOf(content.description)}</p>}
      </header>
      <PollPanel page={page} poll={poll} />
    </article>
  )
}
