import type { HtmlPage, HtmlRenderer, PageOf, PageView } from '@plenum/core'
import type { ComponentType } from 'preact'
import { AuditView } from './admin/auditView.js'
import { DeliveriesView } from './admin/deliveriesView.js'
import { OutboxView } from './admin/outboxView.js'
import { ProgrammeImportView } from './admin/programmeImportView.js'
import { SecretView } from './admin/secretView.js'
import { PanelView, SettingsView } from './admin/settingsView.js'
import { SetupView } from './admin/setupView.js'
import { SharedCacheView } from './admin/sharedCacheView.js'
import { SharingView } from './admin/sharingView.js'
import { WebhooksView } from './admin/webhooksView.js'
import { ObjectView } from './content/objectView.js'
import { DeskConflictView } from './desk/deskConflictView.js'
import { DeskView } from './desk/deskView.js'
import { AddView, EditView } from './forms/contentFormView.js'
import { DeleteView } from './forms/deleteView.js'
import { ErrorView } from './frame/errorView.js'
import { Frame } from './frame/frame.js'
import { LoginView } from './frame/loginView.js'
import { PasswordView } from './frame/passwordView.js'
import { UnsubscribeView } from './frame/unsubscribeView.js'
import { HistoryView } from './history/historyView.js'
import { GroupsView } from './people/groupsView.js'
import { GroupView } from './people/groupView.js'
import { NewPrincipalView } from './people/newPrincipalView.js'
import { UsersView } from './people/usersView.js'
import { UserView } from './people/userView.js'
import { PollView } from './poll/pollView.js'
import { SiteBase } from './reading/siteBase.js'
import { ConflictsView } from './schedule/conflictsView.js'
import { NowView } from './schedule/nowView.js'
import { ReleaseDifferencesView } from './schedule/releaseDifferencesView.js'
import { ReleasesView } from './schedule/releasesView.js'
import { ScheduleView } from './schedule/scheduleView.js'
import { SearchView } from './search/searchView.js'
import { type Around, renderInSlices } from './slices/renderInSlices.js'
import { SponsorsView } from './sponsors/sponsorsView.js'
import { WorkflowView } from './workflow/workflowView.js'
import { WorklistsView } from './workflow/worklistsView.js'

/**
 * Renders a page as HTML. All values are escaped, except for HTML that the service has sanitized. The page contains no
 * inline scripts, styles or event handlers, but only links to script and style files (docs/pages.md, Safety of pages).
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

const views: { readonly [View in PageView]: ComponentType<{ page: PageOf<View> }> } = {
  object: ObjectView,
  schedule: ScheduleView,
  now: NowView,
  desk: DeskView,
  deskConflict: DeskConflictView,
  conflicts: ConflictsView,
  releases: ReleasesView,
  releaseDifferences: ReleaseDifferencesView,
  sponsors: SponsorsView,
  poll: PollView,
  search: SearchView,
  history: HistoryView,
  workflow: WorkflowView,
  worklists: WorklistsView,
  sharing: SharingView,
  sharedmemoize: SharedCacheView,
  audit: AuditView,
  webhooks: WebhooksView,
  secret: SecretView,
  deliveries: DeliveriesView,
  outbox: OutboxView,
  settings: SettingsView,
  panel: PanelView,
  setup: SetupView,
  importProgramme: ProgrammeImportView,
  users: UsersView,
  user: UserView,
  invite: NewPrincipalView,
  groups: GroupsView,
  group: GroupView,
  addGroup: NewPrincipalView,
  add: AddView,
  edit: EditView,
  delete: DeleteView,
  unsubscribe: UnsubscribeView,
  login: LoginView,
  password: PasswordView,
  error: ErrorView,
}

function View({ page }: { page: HtmlPage }) {
  const ViewComponent = views[page.view] as ComponentType<{ page: HtmlPage }>
  return <ViewComponent page={page} />
}
