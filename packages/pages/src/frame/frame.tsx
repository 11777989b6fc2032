import { type HtmlPage, type PageView, urlOf } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { SetupOffer } from '../admin/setupView.js'
import { safeLink } from '../reading/links.js'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'
import { canonicalAddress } from './canonical.js'
import { Head } from './head.js'
import { LinkItems, type PageLink } from './linkItems.js'
import { Notice } from './notice.js'
import { SiteFooter } from './siteFooter.js'
import { SiteHeader } from './siteHeader.js'
import { isSitePage, linksOfSite } from './sitePages.js'
import { HiddenNote } from './visibility.js'

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
          <HiddenNote page={page} />
          <Notice page={page} />
          <SetupOffer page={page} />
          {children}
        </main>
        <SiteFooter page={page} />
      </body>
    </html>
  )
}

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

/**
 * Renders tabs that link to the pages about the object or, on a page of the site menu, to the other pages of this menu.
 * Pages that the member cannot view are omitted.
 */
function EditorBar({ page }: { page: HtmlPage }) {
  const ownTabs = isSitePage(page) ? linksOfSite(page) : tabsOf(page)
  if (ownTabs.length < 2) return null
  const tabs = [...ownTabs, ...(isSitePage(page) ? [] : containerTab(page))]
  return (
    <nav class="editor-bar" aria-label={say(page, 'page.editor-bar')}>
      <ul>
        <LinkItems links={tabs} />
        <AddMenu page={page} />
      </ul>
    </nav>
  )
}

function AddMenu({ page }: { page: HtmlPage }) {
  const types = page.more.types ?? []
  if (types.length === 0) return null
  const here = urlOf(page.base, page.path)
  return (
    <li class="add-menu">
      <details>
        <summary>{say(page, 'page.add')}</summary>
        <ul>
          {types.map(({ id, title }) => (
            <li>
              <a href={`${here}/@@add?type=${encodeURIComponent(id)}`}>{title}</a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function tabsOf(page: HtmlPage): readonly PageLink[] {
  const { caller, base, path, more } = page
  if (!caller || page.view === 'login' || page.view === 'password' || page.view === 'error') return []
  const here = urlOf(base, path)
  const tab = (view: PageView, name: string, title: string): PageLink => ({
    address: `${here}${name}`,
    title,
    isCurrent: view === page.view,
  })
  const available = new Set((more.actions?.object ?? []).map(({ id }) => id))
  const buttons = new Set((more.actions?.object_buttons ?? []).map(({ id }) => id))
  const hasTransitions = (more.workflow?.transitions ?? []).length > 0
  return [
    tab('object', path === '/' ? '/' : '', say(page, 'page.view')),
    ...(available.has('edit') ? [tab('edit', '/@@edit', say(page, 'page.edit'))] : []),
    ...(hasTransitions || page.view === 'workflow' ? [tab('workflow', '/@workflow', say(page, 'page.workflow'))] : []),
    ...(available.has('history') ? [tab('history', '/@history', say(page, 'page.history'))] : []),
    ...(available.has('local_roles') ? [tab('sharing', '/@sharing', say(page, 'page.sharing'))] : []),
    ...(available.has('edit') && isEvent(page)
      ? [
          tab('desk', '/@@desk', say(page, 'page.desk')),
          tab('conflicts', '/@schedule-conflicts', say(page, 'page.conflicts')),
        ]
      : []),
    ...(buttons.has('delete') ? [tab('delete', '/@@delete', say(page, 'page.delete'))] : []),
  ]
}

/** Whether the page shows an event. Only events have both a time zone and tracks. */
function isEvent(page: HtmlPage): boolean {
  const object = objectOn(page)
  return object !== undefined && 'timezone' in object && 'tracks' in object
}

/**
 * Returns a tab that leads from a default page to its container. Without the tab, editors could not open the container,
 * because its URL shows the default page.
 */
function containerTab(page: HtmlPage): readonly PageLink[] {
  const container = canonicalAddress(page)
  if (container === null) return []
  return [{ address: `${container}/@workflow`, title: say(page, 'page.container'), isCurrent: false }]
}
