import type { HtmlPage, PageOf, PageView } from '@plenum/core'
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

const views: { readonly [View in PageView]: ComponentType<{ page: PageOf<View> }> } = {
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

/** The part between header and footer. */
export function View({ page }: { page: HtmlPage }) {
  const ViewComponent = views[page.view] as ComponentType<{ page: HtmlPage }>
  return <ViewComponent page={page} />
}
