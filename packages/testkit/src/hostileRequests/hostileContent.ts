import type { JsonObject } from '@plenum/core'

/** The address of the webhooks that requests add. The server refuses to send messages to private addresses. */
export const webhookAddress = 'http://127.0.0.1:9/'

/** Sends JSON as a Manager and returns the parsed response. Throws if the request is refused. */
export type SendRequest = (method: string, path: string, body?: JsonObject) => Promise<JsonObject>

const png = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  encoding: 'base64',
  filename: 'Über "uns".png',
  'content-type': 'image/png',
}
const svg = { data: 'PHN2Zy8+', encoding: 'base64', filename: 'a.svg', 'content-type': 'image/svg+xml' }

const titles = [
  '<script>alert(1)</script>',
  '\u202eRTL\u202c \ud800',
  '"; DROP',
  '%2F..%2F',
  '__proto__',
  'ﷺ'.repeat(30),
]

/**
 * Adds content of many types and in many states to a new page. Some objects are renamed, and some have hostile titles.
 */
export async function addHostileContent(ask: SendRequest, id: string): Promise<void> {
  const folder = `/${id}`
  await ask('PATCH', '/@controlpanels/site', { site_logo: png })
  const add = (type: string, container: string, fields: JsonObject) =>
    ask('POST', container, { '@type': type, title: String(fields.id), ...fields })
  const move = (path: string, transition: string) => ask('POST', `${path}/@workflow/${transition}`, {})
  await add('Document', '/', { id, subjects: ['a', '<b>'] })
  await move(folder, 'publish')
  for (const title of titles) await ask('POST', folder, { '@type': 'Document', title })
  await add('Image', folder, { id: 'image', image: png })
  await add('File', folder, { id: 'file', file: svg })
  await add('Link', folder, { id: 'link', remoteUrl: '/' })
  await add('Event', folder, { id: 'event', start: '2027-01-01T00:00:00Z', end: '2027-01-02T00:00:00Z' })
  await add('News Item', folder, { id: 'news', image: png, relatedItems: [`${folder}/image`] })
  await add('Profile', folder, { id: 'profile', email: 'a@example.org' })
  await add('Document', folder, { id: 'expired', expires: '2020-01-01T00:00:00Z' })
  await add('Document', folder, { id: 'later', effective: '2099-01-01T00:00:00Z' })
  await addPolls({ add, move }, folder)
  await renameSome(ask, folder)
  await addEvent({ add, move, ask }, folder)
  await addPlans(ask, folder)
  await addWebhook(ask)
}

/** Adds a large number of planned transitions, because random requests cancel them. */
async function addPlans(ask: SendRequest, folder: string): Promise<void> {
  await ask('POST', folder, { '@type': 'Document', id: 'planned', title: 'Planned' })
  for (let year = 2030; year < 2036; year++)
    await ask('POST', `${folder}/planned/@workflow/publish`, { at: `${year}-01-01T00:00:00Z` })
}

/** Adds a webhook with a private address, so that no message leaves this computer. */
async function addWebhook(ask: SendRequest): Promise<void> {
  const { id } = await ask('POST', '/@webhooks', { address: webhookAddress })
  await ask('POST', `/@webhooks/${id}/ping`, {})
}

async function addEvent({ add, move, ask }: Steps & { readonly ask: SendRequest }, folder: string): Promise<void> {
  const panel = '/@controlpanels/tech-event-settings'
  const event = `${folder}/conference`
  await ask('PATCH', panel, { support_multiple_events: true })
  await add('Tech Event', folder, { id: 'conference', start: '2027-01-01T00:00:00Z', end: '2027-01-03T00:00:00Z' })
  await move(event, 'publish')
  await add('Schedule', event, { id: 'schedule' })
  const start = '2027-01-01T09:00:00Z'
  await add('Talk', `${event}/schedule`, { id: 'talk', title: '<b>', start, end: '2027-01-01T09:40:00Z' })
  await move(`${event}/schedule/talk`, 'publish')
  await add('Venue', event, { id: 'venue' })
  await add('Room', `${event}/venue`, { id: 'room' })
  await ask('PATCH', panel, { support_multiple_events: false })
}

interface Steps {
  add(type: string, container: string, fields: JsonObject): Promise<JsonObject>
  move(path: string, transition: string): Promise<JsonObject>
}

async function addPolls({ add, move }: Steps, folder: string): Promise<void> {
  const options = ['Yes', 'No', '<i>Perhaps</i>'].map(description => ({ description }))
  const moves = { private: [], pending: ['submit'], open: ['open'], closed: ['open', 'close'], over: ['open'] }
  for (const [id, transitions] of Object.entries(moves)) {
    const dates: JsonObject = id === 'over' ? { close_date: '2020-01-01T00:00:00Z' } : {}
    await add('collective.polls.poll', folder, { id, options, max_choices: 2, ...dates })
    for (const transition of transitions) await move(`${folder}/${id}`, transition)
  }
}

async function renameSome(ask: SendRequest, folder: string): Promise<void> {
  await ask('POST', folder, { '@type': 'Document', title: 'Old', id: 'old' })
  await ask('POST', `${folder}/old`, { '@type': 'Document', title: 'Below', id: 'below' })
  for (const [from, to] of [
    ['old', 'newer'],
    ['newer', 'newest'],
  ])
    await ask('PATCH', `${folder}/${from}`, { id: to ?? '' })
  await ask('POST', `${folder}/newest/@sharing`, {
    entries: [{ id: 'con', type: 'user', roles: { Editor: true } }],
    inherit: false,
  })
}
