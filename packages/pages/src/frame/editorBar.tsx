import { type HtmlPage, type PageView, urlOf } from '@plenum/core'
import { say } from '../say.js'
import { canonicalAddress } from './canonical.js'
import { LinkItems, type PageLink } from './linkItems.js'

/** Tabs for members who are logged in: the pages of the object that they may view. */
export function EditorBar({ page }: { page: HtmlPage }) {
  const ownTabs = tabsOf(page)
  if (ownTabs.length < 2) return null
  const tabs = [...ownTabs, ...containerTab(page)]
  return (
    <nav class="editor-bar" aria-label={say(page, 'page.editor-bar')}>
      <ul>
        <LinkItems links={tabs} />
      </ul>
    </nav>
  )
}

function tabsOf(page: HtmlPage): readonly PageLink[] {
  const { caller, base, path, more } = page
  if (!caller || page.view === 'login' || page.view === 'error') return []
  const here = urlOf(base, path)
  const tab = (view: PageView, name: string, title: string): PageLink => ({
    address: `${here}${name}`,
    title,
    isCurrent: view === page.view,
  })
  const available = new Set((more.actions?.object ?? []).map(({ id }) => id))
  const hasTransitions = (more.workflow?.transitions ?? []).length > 0
  return [
    tab('object', path === '/' ? '/' : '', say(page, 'page.view')),
    ...(hasTransitions || page.view === 'workflow' ? [tab('workflow', '/@workflow', say(page, 'page.workflow'))] : []),
    ...(available.has('history') ? [tab('history', '/@history', say(page, 'page.history'))] : []),
    ...(available.has('local_roles') ? [tab('sharing', '/@sharing', say(page, 'page.sharing'))] : []),
    ...(path === '/' && caller.roles.includes('Manager')
      ? [tab('sharedmemoize', '/@sharedmemoize', say(page, 'page.shared-cache'))]
      : []),
  ]
}

/** A tab from a default page to its container, at whose URL visitors see the default page. */
function containerTab(page: HtmlPage): readonly PageLink[] {
  const container = canonicalAddress(page)
  if (container === null) return []
  return [{ address: `${container}/@workflow`, title: say(page, 'page.container'), isCurrent: false }]
}
