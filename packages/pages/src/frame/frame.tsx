import type { HtmlPage } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { safeLink } from '../reading/links.js'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'
import { canonicalAddress } from './canonical.js'
import { EditorBar } from './editorBar.js'
import { EventData } from './eventData.js'
import { LinkItems } from './linkItems.js'
import { SiteHeader } from './siteHeader.js'
import { siteTitle, titleOf } from './titles.js'

/** The document around every view: head, header, notice and footer. */
export function Frame({ page, children }: { page: HtmlPage; children: ComponentChildren }) {
  return (
    <html lang={page.language}>
      <Head page={page} />
      <body class={`view-${page.view}`}>
        <a class="skip" href="#content">
          {say(page, 'page.skip')}
        </a>
        <SiteHeader page={page} />
        <EditorBar page={page} />
        <main id="content" tabIndex={-1}>
          <Breadcrumbs page={page} />
          <Notice page={page} />
          {children}
        </main>
        <footer class="site-footer">
          <p>{siteTitle(page)}</p>
        </footer>
      </body>
    </html>
  )
}

function Head({ page }: { page: HtmlPage }) {
  const title = titleOf(page)
  const site = siteTitle(page)
  const description = objectOn(page)?.description
  const canonical = canonicalAddress(page)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title === site || title === '' ? site : `${title} · ${site}`}</title>
      {description && <meta name="description" content={description} />}
      {canonical !== null && <link rel="canonical" href={canonical} />}
      <link rel="stylesheet" href={page.assets.style} />
      <script type="module" src={page.assets.script} />
      <EventData page={page} />
    </head>
  )
}

function Notice({ page }: { page: HtmlPage }) {
  if (page.notice === null) return null
  return (
    <p class="notice" role="status">
      {page.notice}
    </p>
  )
}

/** The path from the site root to the object as links; renders nothing at the root. */
function Breadcrumbs({ page }: { page: HtmlPage }) {
  const items = page.more.breadcrumbs?.items ?? []
  if (items.length === 0) return null
  return (
    <nav class="breadcrumbs" aria-label={say(page, 'page.breadcrumbs')}>
      <ol>
        <li>
          <a href={`${page.base}/`}>{say(page, 'page.home')}</a>
        </li>
        <LinkItems
          links={items.map(({ '@id': address, title }, i) => ({
            address: safeLink(address),
            title,
            isCurrent: page.view === 'object' && i === items.length - 1,
          }))}
        />
      </ol>
    </nav>
  )
}
