import type { PageOf } from '@plenum/core'
import type { ComponentChildren } from 'preact'

interface PageHeaderProps {
  readonly eyebrow?: ComponentChildren
  readonly title: string | null | undefined
  readonly lead?: string | null | undefined
}

export function PageHeader({ eyebrow, title, lead }: PageHeaderProps) {
  return (
    <header class="title">
      {eyebrow && <p class="eyebrow">{eyebrow}</p>}
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </header>
  )
}

export function Title({ page: { answer }, eyebrow }: { page: PageOf<'object'>; eyebrow?: ComponentChildren }) {
  return <PageHeader eyebrow={eyebrow} title={answer.title} lead={answer.description} />
}
