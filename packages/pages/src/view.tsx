import type { HtmlPage } from '@plenum/core'
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

/** The part between header and footer. */
export function View({ page }: { page: HtmlPage }) {
  switch (page.view) {
    case 'object':
      return <ObjectView page={page} />
    case 'schedule':
      return <ScheduleView page={page} />
    case 'sponsors':
      return <SponsorsView page={page} />
    case 'poll':
      return <PollView page={page} />
    case 'search':
      return <SearchView page={page} />
    case 'history':
      return <HistoryView page={page} />
    case 'workflow':
      return <WorkflowView page={page} />
    case 'sharing':
      return <SharingView page={page} />
    case 'sharedmemoize':
      return <SharedCacheView page={page} />
    case 'login':
      return <LoginView page={page} />
    case 'error':
      return <ErrorView page={page} />
  }
}
