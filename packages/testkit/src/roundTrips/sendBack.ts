import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@plenum/core'
import type { ContentStore } from '@plenum/core/ports'
import type { TestUser } from '../testSite.js'
import type { Resource } from './resources.js'
import type { Answer, Send } from './roundTripSite.js'

/** A resource and a caller who may write it. */
export interface RoundTrip {
  readonly resource: Resource
  readonly as: TestUser
}

/** Returns all combinations of a resource and a caller who may write it. */
export async function permitted(
  send: Send,
  resources: readonly Resource[],
  callers: readonly TestUser[],
): Promise<readonly RoundTrip[]> {
  const mayWrite = new Map<string, boolean>()
  const trips: RoundTrip[] = []
  for (const resource of resources)
    for (const as of callers) {
      const key = `${as} ${resource.method} ${resource.write}`
      if (!mayWrite.has(key)) mayWrite.set(key, await isPermitted(send, resource, as))
      if (mayWrite.get(key)) trips.push({ resource, as })
    }
  return trips
}

/**
 * Whether the caller may write the resource. Sends a body without values, which is refused only if the caller may not
 * write the resource.
 */
async function isPermitted(send: Send, { method, write }: Resource, as: TestUser): Promise<boolean> {
  const { status } = await send(method, write, {}, as)
  return status !== 401 && status !== 403
}

/**
 * Sends back earlier responses if they are given, and otherwise current responses. Skips resources that the caller
 * cannot read.
 */
export async function sendAllBack(
  send: Send,
  store: ContentStore,
  trips: readonly RoundTrip[],
  earlier: readonly Answer[] = [],
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [i, trip] of trips.entries()) problems.push(...(await sendBack(send, store, trip, earlier[i])))
  return problems
}

const refusedPrefix = 'refused: '

/** Whether a problem is a refusal instead of a change. */
export const isRefusal = (problem: string): boolean => problem.startsWith(refusedPrefix)

/** Sends back a response, by default the current response. Returns all changes, or the refusal. */
async function sendBack(
  send: Send,
  store: ContentStore,
  { resource: { read, method, write, body }, as }: RoundTrip,
  earlier?: Answer,
): Promise<readonly string[]> {
  const trip = `${as} ${method} ${write} with GET ${read}`
  const before = await send('GET', read, null, as)
  if (before.status !== 200) return []
  const stored = await stateAt(store, write)
  const { status, body: refusal } = await send(method, write, body((earlier ?? before).body), as)
  if (status !== 200 && status !== 204) return [`${refusedPrefix}${trip}: ${status} ${JSON.stringify(refusal)}`]
  const changes = differences(stored, await stateAt(store, write))
  return [...changes, ...differences(before, await send('GET', read, null, as))].map(change => `${trip}: ${change}`)
}

async function stateAt(store: ContentStore, address: string): Promise<JsonObject> {
  const path = address.split('/@', 1)[0] || '/'
  const { lineage, stamp } = await store.read(reader => reader.open(path))
  return { ...lineage.at(-1), stamp } as unknown as JsonObject
}

function differences(before: unknown, after: unknown, at = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [`${at}: ${excerpt(before)} -> ${excerpt(after)}`]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap(key => differences(before[key], after[key], `${at}/${key}`))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const excerpt = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 200)
