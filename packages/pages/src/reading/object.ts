import type { HtmlPage } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

/**
 * Returns the object that the page shows, or undefined if the page shows no object or the caller cannot view the
 * object.
 */
export const objectOn = (page: HtmlPage): ContentPayload | undefined =>
  page.view === 'object' ? page.answer : page.more.content
