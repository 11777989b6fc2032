import { type HtmlPage, type JsonValue, type PageView, urlOf } from '@plenum/core'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'

interface Tab {
  readonly view: PageView
  readonly address: string
  readonly title: string
}

/** For those who are logged in: the other pages of the object that they may see. */
export function EditorBar({ page }: { page: HtmlPage }) {
  const tabs = tabsOf(page)
  if (tabs.length < 2) return null
  return (
    <nav class="editor-bar" aria-label={say(page, 'page.editor-bar')}>
      <ul>
        {tabs.map(tab => (
          <li>
            <a href={tab.address} aria-current={tab.view === page.view ? 'page' : undefined}>
              {tab.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function tabsOf(page: HtmlPage): readonly Tab[] {
  const { caller, base, path, more } = page
  if (!caller || page.view === 'login' || page.view === 'error') return []
  const here = urlOf(base, path)
  const tab = (view: PageView, name: string, title: string): Tab => ({ view, address: `${here}${name}`, title })
  const offered = actionsIn(more.actions)
  const hasMoves = objectsOf(objectOf(more.workflow).transitions).length > 0
  return [
    tab('object', path === '/' ? '/' : '', say(page, 'page.view')),
    ...(hasMoves || page.view === 'workflow' ? [tab('workflow', '/@workflow', say(page, 'page.workflow'))] : []),
    ...(offered.has('history') ? [tab('history', '/@history', say(page, 'page.history'))] : []),
    ...(offered.has('local_roles') ? [tab('sharing', '/@sharing', say(page, 'page.sharing'))] : []),
    ...(path === '/' && caller.roles.includes('Manager')
      ? [tab('sharedmemoize', '/@sharedmemoize', say(page, 'page.shared-cache'))]
      : []),
  ]
}

/** Ids of what the caller can do with the object, as `@actions` lists it. */
function actionsIn(actions: JsonValue | undefined): ReadonlySet<string> {
  return new Set(objectsOf(objectOf(actions).object).map(action => textOf(action.id)))
}
