import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

/**
 * Returns the object to which the page belongs. Returns undefined if the page belongs to no object, or if the caller
 * cannot view the object.
 */
export const objectOn = (page: HtmlPage): ContentPayload | undefined =>
  page.view === 'object' ? page.answer : page.more.content
