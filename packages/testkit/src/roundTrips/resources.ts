import type { JsonObject } from '@plenum/core'
import { type TestUser, testRoles } from '../testSite.js'
import type { Send } from './roundTripSite.js'

/** A resource, and the method that writes the representation that GET returns (docs/http.md). */
export interface Resource {
  readonly read: string
  readonly method: 'PATCH' | 'POST'
  readonly write: string
  /** Builds the body of a request that sends a response back. */
  body(answer: JsonObject): JsonObject
}

const whole = (answer: JsonObject): JsonObject => answer

const patched = (address: string, body: Resource['body'] = whole): Resource => ({
  read: address,
  method: 'PATCH',
  write: address,
  body,
})

export const contentAt = (paths: readonly string[]): readonly Resource[] => paths.map(path => patched(path))

export const otherForms = (paths: readonly string[]): readonly Resource[] =>
  paths.flatMap(path => [
    { ...patched(path), read: `${path}?expand=actions,breadcrumbs,inherit,navigation,types,workflow` },
    { ...patched(path), read: `/@search?path=${path}&path.depth=0&fullobjects=1`, body: firstItem },
    { ...patched(path), read: `${path}/@history/0` },
  ])

const itemsOf = (body: JsonObject, key = 'items'): readonly JsonObject[] => (body[key] ?? []) as readonly JsonObject[]

const firstItem = (answer: JsonObject): JsonObject => itemsOf(answer)[0] ?? {}

/** Returns the resources of a site. Locks and local roles are included only for the root and the first objects. */
export async function resourcesOf(send: Send, paths: readonly string[]): Promise<readonly Resource[]> {
  return [
    ...contentAt(['/', ...paths]),
    ...['', ...paths.slice(0, 5)].flatMap(path => [
      { ...patched(`${path}/@sharing`), method: 'POST' } as const,
      patched(`${path}/@lock`),
    ]),
    ...(await panels(send)),
    ...Object.keys(testRoles).flatMap(userNamed),
    ...(await groups(send)),
  ]
}

function userNamed(id: string): readonly Resource[] {
  const user = patched(`/@users/${id}`)
  return [user, { ...user, read: '/@users', body: users => itemsOf(users).find(item => item.id === id) ?? {} }]
}

/**
 * Returns the control panels. Each panel must accept both the values alone, as clients send them, and the complete
 * response.
 */
async function panels(send: Send): Promise<readonly Resource[]> {
  const listed = await listOf(send, '/@controlpanels')
  const addresses = listed.map(panel => `/@controlpanels/${String(panel['@id']).split('/').at(-1)}`)
  const data = (panel: JsonObject) => panel.data as JsonObject
  return addresses.flatMap(address => [patched(address, data), patched(address)])
}

async function groups(send: Send): Promise<readonly Resource[]> {
  const listed = await listOf(send, '/@groups')
  return listed.flatMap(({ id }) => {
    const group = patched(`/@groups/${encodeURIComponent(String(id))}`)
    const inList = (all: JsonObject) => (all as unknown as readonly JsonObject[]).find(item => item.id === id) ?? {}
    return [group, { ...group, read: '/@groups', body: inList }]
  })
}

const listOf = async (send: Send, path: string): Promise<readonly JsonObject[]> =>
  (await send('GET', path)).body as unknown as readonly JsonObject[]

export const everyUser = Object.keys(testRoles) as readonly TestUser[]
