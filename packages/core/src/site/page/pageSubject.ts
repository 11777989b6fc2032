import type { ListedItem } from '../../answers/content.js'
import type { ContentFormPayload, DeleteFormPayload } from '../../answers/formControls.js'
import type { HistoryEntry } from '../../answers/history.js'
import type { JsonObject } from '../../foundation/json.js'
import { fullObject } from '../../foundation/writeJson.js'
import type { PageAnswers, PageView } from './htmlPage.js'

/** A view and its payload. */
export type PageSubject = {
  readonly [View in PageView]: { readonly view: View; readonly answer: PageAnswers[View] }
}[PageView]

/** The views that show the payload of a route. */
export type RouteView = Exclude<PageView, 'login' | 'password' | 'secret' | 'deskConflict' | 'error'>

/** The JSON body of the route for each view. */
export interface PageBodies extends Pick<PageAnswers, Exclude<RouteView, 'history' | 'add' | 'edit' | 'delete'>> {
  readonly history: readonly HistoryEntry[]
  readonly add: ContentFormPayload
  readonly edit: ContentFormPayload
  readonly delete: DeleteFormPayload
}

/** The functions that convert the JSON body of a route to the subject of a page, by view. */
export const pageSubjects: { readonly [View in RouteView]: (body: PageBodies[View]) => PageSubject } = {
  object: answer => ({ view: 'object', answer: withFullItems(answer) }),
  search: answer => ({ view: 'search', answer: withFullItems(answer) }),
  history: items => ({ view: 'history', answer: { items } }),
  schedule: answer => ({ view: 'schedule', answer }),
  now: answer => ({ view: 'now', answer }),
  desk: answer => ({ view: 'desk', answer }),
  conflicts: answer => ({ view: 'conflicts', answer }),
  releases: answer => ({ view: 'releases', answer }),
  releaseDifferences: answer => ({ view: 'releaseDifferences', answer }),
  sponsors: answer => ({ view: 'sponsors', answer }),
  poll: answer => ({ view: 'poll', answer }),
  workflow: answer => ({ view: 'workflow', answer }),
  worklists: answer => ({ view: 'worklists', answer }),
  sharing: answer => ({ view: 'sharing', answer }),
  sharedmemoize: answer => ({ view: 'sharedmemoize', answer }),
  audit: answer => ({ view: 'audit', answer }),
  webhooks: answer => ({ view: 'webhooks', answer }),
  deliveries: answer => ({ view: 'deliveries', answer }),
  outbox: answer => ({ view: 'outbox', answer }),
  settings: answer => ({ view: 'settings', answer }),
  panel: answer => ({ view: 'panel', answer }),
  setup: answer => ({ view: 'setup', answer }),
  importProgramme: answer => ({ view: 'importProgramme', answer }),
  users: answer => ({ view: 'users', answer }),
  user: answer => ({ view: 'user', answer }),
  invite: answer => ({ view: 'invite', answer }),
  groups: answer => ({ view: 'groups', answer }),
  group: answer => ({ view: 'group', answer }),
  addGroup: answer => ({ view: 'addGroup', answer }),
  add: form => ({ view: 'add', answer: { form } }),
  edit: form => ({ view: 'edit', answer: { form } }),
  delete: form => ({ view: 'delete', answer: { form } }),
  unsubscribe: answer => ({ view: 'unsubscribe', answer }),
}

/** Parses the body and its items if they are stored as JSON strings (see `asText` and `withMembers`). */
function withFullItems<Body extends JsonObject & { readonly items?: readonly ListedItem[] }>(body: Body): Body {
  const full = fullObject(body)
  return full.items ? { ...full, items: full.items.map(item => fullObject(item)) } : full
}
