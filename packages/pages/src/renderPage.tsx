import type { HtmlRenderer } from '@plenum/core'
import { Frame } from './frame/frame.js'
import { SiteBase } from './reading/siteBase.js'
import { type Around, renderInSlices } from './slices/renderInSlices.js'
import { View } from './view.js'

/**
 * Renders a page as HTML. All values are escaped, except HTML that the service has sanitized. The page has no inline
 * scripts, styles or event handlers, only links to its files (docs/pages.md, Safety of pages).
 */
export const renderPage: HtmlRenderer = async (page, slice) => {
  const document = () => (
    <Frame page={page}>
      <View page={page} />
    </Frame>
  )
  const around: Around = children => <SiteBase.Provider value={page.base}>{children}</SiteBase.Provider>
  return `<!doctype html>${await renderInSlices(document, slice, around)}`
}
