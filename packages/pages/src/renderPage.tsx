import type { HtmlRenderer } from '@plenum/core'
import { Frame } from './frame/frame.js'
import { SiteBase } from './reading/siteBase.js'
import { type Around, renderInTurns } from './turns/renderInTurns.js'
import { View } from './view.js'

/**
 * Makes the HTML of a page. Every value of an answer shows as text, but for HTML that the service has cleaned. There is no
 * script, no style and no handler in it, only links to the files of the page (docs/pages.md, Safety of pages).
 */
export const renderPage: HtmlRenderer = async (page, slice) => {
  const document = () => (
    <Frame page={page}>
      <View page={page} />
    </Frame>
  )
  const around: Around = children => <SiteBase.Provider value={page.base}>{children}</SiteBase.Provider>
  return `<!doctype html>${await renderInTurns(document, slice, around)}`
}
