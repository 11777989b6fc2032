import type { RouteAnswers } from '../table/routeAnswers.js'

const batch = {
  b_start: 'The number of items to skip. Defaults to 0.',
  b_size: 'The maximum number of items. Defaults to 25.',
}
const metadata = { metadata_fields: 'A key to add to the summaries. Can be repeated. `_all` adds all keys.' }
const listing = {
  ...batch,
  ...metadata,
  fullobjects: 'If present, the items are full objects instead of summaries.',
}
const expand = { expand: 'The names of the components to include, separated by commas.' }
const content = {
  ...listing,
  ...expand,
  include_items: 'Whether the response includes the items of a container. Defaults to true.',
}
const search = { search: 'The text that the names must contain.' }
const after = { after: 'The id after which the list begins.' }
const state = { state: 'The state of the items.' }
const aliases = {
  q: 'The text that the alias must contain.',
  manual: 'Whether an editor added the alias.',
  start: 'The earliest creation date.',
  end: 'The latest creation date.',
}

/** The descriptions of the query parameters, by route address and parameter name. */
export const queryParameters = {
  GET: { ...content, version: 'The number of a version, or `current`.' },
  'GET @@add': { type: 'The id of the type of the new object.' },
  'GET @search': {
    SearchableText: 'Words that the objects must contain.',
    portal_type: 'The id of a type. Can be repeated.',
    sort_on: 'The name of an index.',
    sort_order: '`ascending` or `descending`.',
    ...listing,
  },
  'GET @querystring-search': { query: 'The search as JSON, with the keys of the POST request.' },
  'POST @querystring-search': batch,
  'GET @actions': { categories: 'A category to include. Can be repeated.' },
  'GET @breadcrumbs': expand,
  'GET @navigation': { 'expand.navigation.depth': 'The number of levels of the menu.' },
  'GET @linkintegrity': { uids: 'The UIDs of the objects, separated by commas.' },
  'GET @relations': {
    source: 'The path, URL or UID of the object that refers to others.',
    target: 'The path, URL or UID of the object to which others refer.',
    relation: 'The name of a relation.',
    onlyBroken: 'Whether only references to missing objects are returned.',
  },
  'GET @aliases': { ...aliases, ...batch },
  'GET @workflow-definitions': { user: 'The id of the user for whom the response explains the transitions.' },
  'POST @workflow/?': { dry_run: 'If `1` or `true`, the transition is only previewed.' },
  'GET @worklists': { worklist: 'The name of a worklist.', ...batch },
  'GET @sharing': search,
  'GET @history': batch,
  'GET @history/*': content,
  'GET @schedule': { ...metadata, release: 'The number of a release.' },
  'GET @@now': { room: 'The UID of a room.' },
  'GET @@desk': {
    day: 'The date of the day.',
    part: 'The number of the part of the day.',
    search: 'The text that the slots must contain.',
    ...batch,
  },
  'GET @sponsors': metadata,
  'GET @vocabularies/*': {
    title: 'The text that the titles must contain.',
    token: 'A token to return. Can be repeated.',
    ...batch,
  },
  'GET @users': {
    search: 'The text that a name or email address must contain.',
    query: 'The text that the id must contain.',
    'groups-filter': 'The id of a group. Can be repeated.',
    limit: 'The maximum number of users. Defaults to 25.',
  },
  'GET @groups': { query: 'The text that the id or the title must contain.' },
  'GET @principals': search,
  'GET @@users': { ...search, ...after },
  'GET @@groups/*': { ...search, ...after },
  'GET @blocktypes/*': { path: 'The path at or below which the objects are.' },
  'GET @changes': { since: 'The cursor after which the changes begin.' },
  'GET @audit': {
    kind: 'The kinds of changes, separated by commas.',
    actor: 'The id of a user.',
    since: 'The earliest date.',
    before: 'The cursor before which the entries end.',
    b_size: 'The maximum number of entries.',
  },
  'GET @webhooks/*/deliveries': { ...state, ...batch },
  'GET @outbox': { ...state, ...batch },
} satisfies { readonly [Address in keyof RouteAnswers]?: Readonly<Record<string, string>> }

/** The names of the query parameters, by route address. */
export type RouteParameters = typeof queryParameters
