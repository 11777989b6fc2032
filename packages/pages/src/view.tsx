import type { HtmlPage, PageView } from '@plenum/core'
import type { ComponentType } from 'preact'
import { ObjectView } from './content/objectView.js'
import { ErrorView } from './frame/errorView.js'
import { LoginView } from './frame/loginView.js'
import { SearchView } from './search/searchView.js'

const views: Readonly<Partial<Record<PageView, ComponentType<{ page: HtmlPage }>>>> = {
  object: ObjectView,
  search: SearchView,
  login: LoginView,
  error: ErrorView,
}

/** What stands between header and footer. */
export function View({ page }: { page: HtmlPage }) {
  const Shown = views[page.view] ?? ObjectView
  return <Shown page={page} />
}
