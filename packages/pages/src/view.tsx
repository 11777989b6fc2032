import type { HtmlPage, PageView } from '@plenum/core'
import type { ComponentType } from 'preact'
import { SharedCacheView } from './admin/sharedCacheView.js'
import { SharingView } from './admin/sharingView.js'
import { ObjectView } from './content/objectView.js'
import { ErrorView } from './frame/errorView.js'
import { LoginView } from './frame/loginView.js'
import { HistoryView } from './history/historyView.js'
import { PollView } from './poll/pollView.js'
import { ScheduleView } from './schedule/scheduleView.js'
import { SearchView } from './search/searchView.js'
import { SponsorsView } from './sponsors/sponsorsView.js'
import { WorkflowView } from './workflow/workflowView.js'

const views: Readonly<Record<PageView, ComponentType<{ page: HtmlPage }>>> = {
  object: ObjectView,
  schedule: ScheduleView,
  sponsors: SponsorsView,
  poll: PollView,
  search: SearchView,
  history: HistoryView,
  workflow: WorkflowView,
  sharing: SharingView,
  sharedmemoize: SharedCacheView,
  login: LoginView,
  error: ErrorView,
}

/** What stands between header and footer. */
export function View({ page }: { page: HtmlPage }) {
  const Shown = views[page.view]
  return <Shown page={page} />
}
