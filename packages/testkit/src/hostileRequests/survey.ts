import type { JsonObject, JsonValue } from '@plenum/core'
import { formTokenIn } from '../plainPages.js'
import type { FormSender, KnownPlan, KnownWebhook, Place } from './grammar.js'
import type { SendRequest } from './hostileContent.js'

const objects = (value: JsonValue | undefined) => (Array.isArray(value) ? (value as readonly JsonObject[]) : [])

/** Returns all objects, beginning with the site root. */
export async function placesOf(ask: SendRequest, base: string): Promise<readonly Place[]> {
  const { items } = await ask('GET', '/@search?b_size=10000000&metadata_fields=UID&show_inactive=1')
  const entries = objects(items).map(item => ({
    path: decodeURIComponent(String(item['@id']).slice(base.length)) || '/',
    type: String(item['@type']),
    uid: String(item.UID),
  }))
  const root = { path: '/', type: 'Plone Site', uid: String((await ask('GET', '/')).UID) }
  return [root, ...entries.filter(({ path }) => path !== '/')]
}

/** Returns the tokens of the terms in each vocabulary, by vocabulary name. */
export async function tokensOf(ask: SendRequest): Promise<ReadonlyMap<string, readonly string[]>> {
  const listed = (await ask('GET', '/@vocabularies')) as unknown as readonly JsonObject[]
  const names = listed.map(one => decodeURIComponent(String(one['@id']).split('/').at(-1) ?? ''))
  const terms = names.map(async name => {
    const { items } = await ask('GET', `/@vocabularies/${encodeURIComponent(name)}?b_size=-1`)
    return [name, objects(items).map(({ token }) => String(token))] as const
  })
  return new Map(await Promise.all(terms))
}

export async function panelsOf(ask: SendRequest): Promise<readonly string[]> {
  const listed = (await ask('GET', '/@controlpanels')) as unknown as readonly JsonObject[]
  return listed.map(one => String(one['@id']).split('/').at(-1) ?? '')
}

/** Returns all webhooks, each with up to five deliveries. */
export async function webhooksOf(ask: SendRequest): Promise<readonly KnownWebhook[]> {
  const { items } = await ask('GET', '/@webhooks')
  const ids = objects(items).map(({ id }) => String(id))
  const known = ids.map(async id => {
    const deliveries = await ask('GET', `/@webhooks/${id}/deliveries?b_size=5`)
    return { id, deliveries: objects(deliveries.items).map(delivery => String(delivery.id)) }
  })
  return Promise.all(known)
}

/** Returns the planned transitions of the pages that `addHostileContent` adds for this purpose. */
export async function plansOf(ask: SendRequest, places: readonly Place[]): Promise<readonly KnownPlan[]> {
  const plans = places
    .map(({ path }) => path)
    .filter(path => path.endsWith('/planned'))
    .map(async path => {
      const { items } = await ask('GET', `${path}/@workflow-plans`)
      return objects(items).map(({ id }) => ({ path, id: String(id) }))
    })
  return (await Promise.all(plans)).flat()
}

/**
 * Returns the senders of forms, which are a visitor with the login form and a user who has logged in with this form.
 * `base` is the URL of the site.
 */
export async function formSenders(base: string, login: string, password: string): Promise<readonly FormSender[]> {
  const open = (cookie: string) => fetch(`${base}/login`, { headers: { Accept: 'text/html', Cookie: cookie } })
  const page = await open('')
  const visitor = { cookie: cookieIn(page, 'plenum_visitor'), token: formTokenIn(await page.text()) }
  const body = new URLSearchParams({ login, password, token: visitor.token })
  const headers = { Origin: base, Cookie: visitor.cookie }
  const response = await fetch(`${base}/@@do/login`, { method: 'POST', body, headers, redirect: 'manual' })
  const cookie = cookieIn(response, 'plenum_session')
  return [visitor, { cookie, token: formTokenIn(await (await open(cookie)).text()) }]
}

/**
 * Returns the cookie that a response sets, in the format of the `Cookie` header. Throws if the response does not set
 * the cookie.
 */
function cookieIn({ headers, status }: Response, name: string): string {
  const cookie = headers.getSetCookie().find(one => one.startsWith(`${name}=`))
  if (cookie === undefined) throw new Error(`${status} without the cookie ${name}`)
  return cookie.split(';', 1)[0] ?? ''
}

/** Requests each object through several endpoints and returns the status and the URL of each failed request. */
export async function readEverything(
  read: (path: string) => Promise<{ readonly status: number }>,
  places: readonly Place[],
): Promise<readonly string[]> {
  const ways = [
    '',
    '?fullobjects=1&b_size=3',
    '/@history',
    '/@workflow',
    '/@sharing',
    '/@search?metadata_fields=_all&b_size=2',
  ]
  const problems: string[] = []
  for (const { path, type } of places)
    for (const way of [...ways, ...(type === 'collective.polls.poll' ? ['/@poll'] : []), '/@history/0']) {
      const address = `${path === '/' ? '' : path.split('/').map(encodeURIComponent).join('/')}${way || (path === '/' ? '/' : '')}`
      const { status } = await read(address)
      const isRight = status === 200 || (status === 404 && way === '/@history/0')
      if (!isRight) problems.push(`${status} ${address}`)
    }
  return problems
}
