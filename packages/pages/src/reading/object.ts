import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

/**
 * Returns the object to which the page belongs, or undefined if there is no such object or the caller cannot view it.
 */
export const objectOn = (page: HtmlPage): ContentPayload | undefined =>
  page.view === 'object' ? page.answer : page.more.content
