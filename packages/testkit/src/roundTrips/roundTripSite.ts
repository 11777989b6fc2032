import type { Field, JsonObject } from '@plenum/core'
import type { TestUser } from '../testSite.js'
import { fullValues, picture, type References } from './fullValues.js'

export interface FilledType {
  readonly id: string
  readonly allFields: readonly Field[]
}

/** Sends JSON as a user, by default a Manager, and returns the response. */
export type Send = (method: string, path: string, body?: JsonObject | null, as?: TestUser) => Promise<Answer>

export interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly body: JsonObject
}

/**
 * The containers of objects whose types cannot be added to a page. The second path is the container of the second
 * object of the type, if it differs from the first path.
 */
const containers: Readonly<Record<string, readonly [string, string?]>> = {
  'Tech Event': ['/'],
  ...{ Schedule: ['/event'], Venue: ['/event'], Presenter: ['/event'], SponsorsDB: ['/event-2', '/event-3'] },
  ...{ Room: ['/event/venue'], SponsorLevel: ['/event/sponsors'], Sponsor: ['/event/sponsors/level'] },
  ...{ Keynote: ['/event/schedule'], Talk: ['/event/schedule'], Training: ['/event/schedule'] },
  ...{ OpenSpace: ['/event/schedule'], LightningTalks: ['/event/schedule'], Meeting: ['/event/schedule'] },
  ...{ Slot: ['/event/schedule'], Break: ['/event/schedule'] },
}

const days = { start: '2027-03-01T00:00:00Z', end: '2027-03-03T00:00:00Z' }

const basis: readonly [container: string, body: JsonObject][] = [
  ['/', { '@type': 'Document', id: 'content' }],
  ['/', { '@type': 'Document', id: 'targets' }],
  ['/', { '@type': 'Document', id: 'elsewhere' }],
  ['/targets', { '@type': 'Document', id: 'page', description: 'A page' }],
  ['/targets', { '@type': 'News Item', id: 'news', image: picture(300) }],
  ['/targets', { '@type': 'Image', id: 'picture', image: picture(400) }],
  ['/targets', { '@type': 'File', id: 'file', file: picture(20) }],
  ['/targets', { '@type': 'Link', id: 'link', remoteUrl: '/targets/page' }],
  ...['event', 'event-2', 'event-3'].map((id): [string, JsonObject] => ['/', { '@type': 'Tech Event', id, ...days }]),
  ['/event', { '@type': 'Schedule', id: 'schedule' }],
  ['/event', { '@type': 'Venue', id: 'venue' }],
  ['/event/venue', { '@type': 'Room', id: 'room' }],
  ['/event', { '@type': 'SponsorsDB', id: 'sponsors', benefits: [{ id: 'booth', title: 'Booth' }] }],
  ['/event/sponsors', { '@type': 'SponsorLevel', id: 'level' }],
  ['/event', { '@type': 'Presenter', id: 'presenter' }],
]

const targets = {
  Document: ['/targets/page'],
  'News Item': ['/targets/news'],
  Image: ['/targets/picture'],
  File: ['/targets/file'],
  Link: ['/targets/link'],
  Presenter: ['/event/presenter'],
} as const

export const pathsOfTargets: readonly string[] = Object.values(targets).flat()

/** The paths of two objects of each type. */
export interface RoundTripContent {
  /** The paths of the objects with all values and references. */
  readonly full: readonly string[]
  /** The paths of the objects with only the required values. */
  readonly sparse: readonly string[]
}

export async function addRoundTripContent(send: Send, types: readonly FilledType[]): Promise<RoundTripContent> {
  await send('PATCH', '/@controlpanels/tech-event-settings', { support_multiple_events: true })
  for (const [container, body] of basis) await send('POST', container, { title: String(body.id), ...body })
  for (const path of ['/content', '/targets', ...pathsOfTargets.slice(0, 2)])
    await send('POST', `${path}/@workflow/publish`, {})
  const entries = [{ id: 'mia', type: 'user', roles: { Editor: true, Reader: true } }]
  for (const path of ['/content', '/event']) await send('POST', `${path}/@sharing`, { entries })
  const event = types.find(({ id }) => id === 'Tech Event')
  if (event) await send('PATCH', '/event', fullValues(event.allFields, await referencesAt(send, '/event', event)))
  const [full, sparse]: [string[], string[]] = [[], []]
  for (const type of types.filter(({ id }) => id !== 'Plone Site')) {
    const [first, second = first] = containers[type.id] ?? ['/content']
    const values = fullValues(type.allFields, await referencesAt(send, first, type))
    full.push(await add(send, first, { ...values, '@type': type.id }))
    sparse.push(await add(send, second, { ...requiredValues(type, values), '@type': type.id }))
  }
  return { full, sparse }
}

async function add(send: Send, container: string, body: JsonObject): Promise<string> {
  const { body: added } = await send('POST', container, body)
  return new URL(String(added['@id'])).pathname
}

const requiredValues = ({ allFields }: FilledType, full: JsonObject): JsonObject =>
  Object.fromEntries(
    allFields
      .filter(({ required, name }) => required || name === 'title')
      .map(({ name }) => [name, full[name] ?? null]),
  )

async function referencesAt(send: Send, container: string, { allFields }: FilledType): Promise<References> {
  const tokens = new Map<string, readonly string[]>()
  for (const name of vocabulariesIn(allFields)) {
    const { body } = await send('GET', `${container}/@vocabularies/${name}?b_size=-1`)
    tokens.set(
      name,
      (body.items as readonly JsonObject[]).map(({ token }) => String(token)),
    )
  }
  return { targets, tokens: name => tokens.get(name) ?? [] }
}

const vocabulariesIn = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(field => {
    if (field.kind === 'rows') return vocabulariesIn(field.columns)
    return 'vocabulary' in field ? [field.vocabulary] : []
  })
