import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

/** The object that a page shows; undefined if it shows none or the caller may not view it. */
export const objectOn = (page: HtmlPage): ContentPayload | undefined =>
  page.view === 'object' ? page.answer : page.more.content
