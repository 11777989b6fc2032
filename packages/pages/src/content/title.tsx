import type { HtmlPage } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { textOf } from '../reading/json.js'

/** The heading of an object with its description. */
export function Title({ page, eyebrow }: { page: HtmlPage; eyebrow?: ComponentChildren }) {
  const { answer } = page
  return (
    <header class="title">
      {eyebrow && <p class="eyebrow">{eyebrow}</p>}
      <h1>{textOf(answer.title)}</h1>
      {textOf(answer.description) && <p class="lead">{textOf(answer.description)}</p>}
    </header>
  )
}
