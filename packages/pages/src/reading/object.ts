import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

/** The object that a page is about; undefined when there is none, or when the caller may not view it. */
export const objectOn = (page: HtmlPage): ContentPayload | undefined =>
  page.view === 'object' ? page.answer : page.more.content
