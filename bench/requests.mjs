// The measured requests and their limits. `express` and `node` are the minimum throughput per CPU time, relative
// to Express and node:http with the same response.

const allExpanders = [
  'expand=actions,aliases,breadcrumbs,contextnavigation,inherit,navigation,navroot,types,workflow',
  'expand.inherit.behaviors=collective.techevent.event_settings',
].join('&')

const [visitor, basic, bearer] = ['anonymous', 'Basic', 'Bearer']
const everybody = [visitor, basic, bearer]

const page = { site: 'conference', name: 'content GET', path: '/page/child-0' }
const folder = { site: 'conference', name: 'content GET, 25 items', path: '/page' }
const search = { site: 'conference', name: '@search, 25 hits', path: '/@search?portal_type=Talk&sort_on=start' }
const workflow = { site: 'conference', name: '@workflow', path: '/page/@workflow' }
const history = { site: 'conference', name: '@history, 20 entries', path: '/history/@history' }
const poll = { site: 'conference', name: '@poll', path: '/poll/@poll' }
const schedule = { site: 'conference', name: '@schedule, 79 slots', path: '/@schedule' }
const sponsors = { site: 'conference', name: '@sponsors', path: '/@sponsors' }
const vote = {
  ...{ site: 'conference', name: '@vote', path: '/poll/@vote', method: 'POST' },
  ...{ headers: { 'content-type': 'application/json' }, body: '{"option_id":1}' },
}
const large = { site: 'largeConference', name: '@schedule, 2,000 slots', path: '/@schedule' }

const tree = [
  {
    ...{ site: 'tree', name: 'content GET, all expanders', path: `/area-0/page-0/leaf-0?${allExpanders}` },
    ...{ callers: [visitor, basic], limits: { express: 1 / 3 } },
  },
  {
    ...{ site: 'tree', name: '@navigation of depth 3', path: '/@navigation?expand.navigation.depth=3' },
    ...{ callers: [visitor], limits: { express: 1 / 2 } },
  },
  {
    ...{ site: 'tree', name: '@types/Document', path: '/@types/Document' },
    ...{ callers: [basic], limits: { express: 1 / 1.5 } },
  },
]

const answered = { express: 2.5, node: 0.5 }
const notModified = { ...page, name: 'content GET, 304', isNotModified: true }

export const cachedRequests = [
  { ...page, callers: everybody, limits: answered },
  { ...folder, callers: [visitor, basic], limits: answered },
  { ...notModified, callers: [visitor], limits: { node: 0.7 } },
  { ...notModified, callers: [basic, bearer], limits: { node: 0.5 } },
  { ...search, callers: everybody, limits: answered },
  { ...workflow, callers: everybody, limits: answered },
  { ...history, callers: [basic, bearer], limits: answered },
  { ...poll, callers: [visitor, basic], limits: answered },
  { ...schedule, callers: [visitor, basic], limits: answered },
  { ...sponsors, callers: [visitor, basic], limits: answered },
  { ...vote, callers: [visitor], limits: {} },
  // This response exceeds the size limit for cached responses, so the service sends the cached bytes of its payload.
  { ...large, name: `${large.name} (not cached)`, callers: [visitor, basic], limits: {} },
  ...tree,
]

const [made, searched] = [{ express: 0.8 }, { express: 0.5 }]

export const coldRequests = [
  { ...page, callers: everybody, limits: made },
  { ...folder, callers: [visitor, basic], limits: {} },
  { ...search, callers: everybody, limits: searched },
  { ...workflow, callers: everybody, limits: made },
  { ...history, callers: [basic, bearer], limits: made },
  { ...poll, callers: [visitor, basic], limits: made },
  { ...schedule, callers: [visitor], limits: {} },
  { ...large, callers: [visitor], limits: {} },
  ...tree,
]
