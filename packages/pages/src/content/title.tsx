import type { PageOf } from '@plenum/core'
import type { ComponentChildren } from 'preact'

/** The title of an object and its description. */
export function Title({ page, eyebrow }: { page: PageOf<'object'>; eyebrow?: ComponentChildren }) {
  const { answer } = page
  return (
    <header class="title">
      {eyebrow && <p class="eyebrow">{eyebrow}</p>}
      <h1>{answer.title}</h1>
      {answer.description && <p class="lead">{answer.description}</p>}
    </header>
  )
}
