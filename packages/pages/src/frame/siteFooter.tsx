import type { HtmlPage } from '@plenum/core'
import type { SiteAppearance } from '@plenum/core/answers'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { eventAddress } from '../schedule/tracks.js'
import { LinkItems } from './linkItems.js'
import { siteTitle } from './titles.js'

export function SiteFooter({ page }: { page: HtmlPage }) {
  const links = [...legalLinks(page), ...feedsOf(page)]
  return (
    <footer class="site-footer">
      <div class="footer-inner">
        <p>{siteTitle(page)}</p>
        <ul>
          <LinkItems links={links.map(({ address, title }) => ({ address, title, isCurrent: false }))} />
        </ul>
      </div>
    </footer>
  )
}

const legal = { imprint_url: 'Imprint', privacy_url: 'Privacy policy', contact_url: 'Contact' } as const

function legalLinks(page: HtmlPage) {
  const appearance: Partial<SiteAppearance> = page.more.site?.['plenum.appearance'] ?? {}
  return (['imprint_url', 'privacy_url', 'contact_url'] as const).flatMap(name => {
    const value = appearance[name] ?? ''
    const address = safeLink(value.startsWith('/') ? page.base + value : value)
    return value === '' || address === undefined ? [] : [{ address, title: page.translate({ id: legal[name] }) }]
  })
}

export function feedsOf(page: HtmlPage) {
  const event = eventAddress(page)
  if (event === null) return []
  return [
    { address: `${event}/@@schedule.ics`, title: say(page, 'page.calendar'), type: 'text/calendar' },
    { address: `${event}/@@news.atom`, title: say(page, 'page.news-feed'), type: 'application/atom+xml' },
  ]
}
