/** The body and the headers of a request, and its path if it differs from the path in the table of permissions. */
export interface MatrixRequest {
  readonly path?: string
  readonly body?: object
  /** A CSV file to send, or an empty string to request a CSV file. */
  readonly csv?: string
}

const query = [{ i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: ['Document'] }]
const rows = encodeURIComponent(JSON.stringify({ query }))
const newcomer = { username: 'newcomer', email: 'newcomer@example.org', password: 'Secret-password-2' }

const csvOf = (row: Readonly<Record<string, string>>): string => `${Object.keys(row)}\n${Object.values(row)}`

/**
 * The requests, by the first column of their row in the table of permissions. The requests for all other rows have no
 * body. `{path}` is replaced with the path of the object.
 */
export const matrixRequests: Readonly<Record<string, MatrixRequest>> = {
  'GET /{path}/@@add': { path: '/{path}/@@add?type=Document' },
  'POST /{path}': { body: { '@type': 'Document', title: 'New' } },
  'PATCH /{path}': { body: { title: 'Changed' } },
  'GET /{path}/@querystring-search': { path: `/{path}/@querystring-search?query=${rows}` },
  'POST /{path}/@querystring-search': { body: { query } },
  'GET /{path}/@linkintegrity': { path: '/{path}/@linkintegrity?uids=0' },
  'GET /{path}/@relations': { path: '/{path}/@relations?relation=relatedItems' },
  'POST /{path}/@copy': { body: { source: '/everybodys' } },
  'POST /{path}/@move': { body: { source: '/everybodys' } },
  'POST /{path}/@move of the page': { path: '/everybodys/@move', body: { source: '/{path}' } },
  'POST /{path}/@aliases': { body: { items: [{ path: '/another-{path}' }] } },
  'DELETE /{path}/@aliases': { body: { items: [{ path: '/old-{path}' }] } },
  'PATCH /{path}/@history': { body: { version: 0 } },
  'POST /{path}/@sharing': { body: { entries: [] } },
  'POST /{path}/@vote': { body: { option_id: 0 } },
  'POST /{path}/@schedule-releases': { body: { name: 'One' } },
  'POST /': { body: { '@type': 'Document', title: 'New' } },
  'PATCH /': { body: { title: 'Changed' } },
  'POST /@aliases': { body: { items: [{ path: '/another', 'redirect-to': '/everybodys' }] } },
  'DELETE /@aliases': { body: { items: [{ path: '/old-pages-private' }] } },
  'GET /@aliases as CSV': { csv: '' },
  'POST /@aliases with a CSV file': { csv: '/another,/everybodys' },
  'POST /@sharing': { body: { entries: [] } },
  'POST /@users': { body: newcomer },
  'POST /@users with roles': { path: '/@users', body: { ...newcomer, roles: ['Editor'] } },
  'GET /@users as CSV': { csv: '' },
  'POST /@users with a CSV file': { csv: csvOf({ ...newcomer }) },
  'POST /@users with a CSV file of roles': { csv: csvOf({ ...newcomer, roles: 'Editor' }) },
  'PATCH /@users/rea': { body: { fullname: 'Rea' } },
  'POST /@users/rea/reset-password': { body: { old_password: 'Secret-password-1', new_password: 'Secret-password-2' } },
  'POST /@groups': { body: { groupname: 'crew' } },
  'PATCH /@groups/Reviewers': { body: { title: 'Critics' } },
  'GET /@principals': { path: '/@principals?search=rea' },
  'POST /@login': { body: { login: 'max', password: 'Secret-password-1' } },
  'PATCH /@controlpanels/site': { body: { site_title: 'Tides' } },
  'PATCH /@controlpanels/tech-event-settings': { body: { support_multiple_events: true } },
  'POST /{path}/@workflow/publish with at': { body: { at: '2030-01-01' } },
  'PATCH /@workflow-plans': { body: { paused: false } },
  'POST /@sharedmemoize/invalidate': { body: {} },
  'POST /@webhooks': { body: { address: 'https://hooks.example.org/' } },
  'PATCH /@webhooks/hook': { body: { paused: true } },
  'PATCH /@outbox': { body: { paused: true } },
}
