import {
  type Caller,
  DomainError,
  isJsonObject,
  type JsonValue,
  type OperationName,
  type Site,
  translateEnglish,
} from '@plenum/core'
import { testBase, testMember } from '../testSite.js'

const callers: Readonly<Record<string, Caller>> = {
  anonymous: { kind: 'anonymous' },
  member: { ...testMember('mia'), groups: ['crew'] },
  editor: { ...testMember('edi'), groups: ['inner'] },
  manager: testMember('max'),
}

const batch = { start: 0, size: 1000 } as const
const whole = { batch, fullObjects: false, withItems: true } as const
const sortedBy = (sort_on: string) => ({ batch, fullObjects: false, parameters: { sort_on }, metadata: '_all' })

type Query = readonly [operation: OperationName, input: unknown]

const requests: readonly Query[] = [
  ['getContent', whole],
  ['getHistory', { start: 0, size: null }],
  ['getWorkflow', undefined],
  ['getSharing', { search: '' }],
  ['getPoll', undefined],
  ['getVersion', { ...whole, version: '0' }],
]

const requestsOfRoot: readonly Query[] = [
  ['getContent', whole],
  ['getSchedule', { metadata: [] }],
  ['getSponsors', { metadata: [] }],
  ...['created', 'effective'].map((sort): Query => ['searchContent', sortedBy(sort)]),
]

export interface ComparedAnswers {
  readonly paths: readonly string[]
  /** The paths of polls whose votes are not exported. */
  readonly unclosed: ReadonlySet<string>
  /** The ids of users and groups that can have local roles. Exports omit the local roles of other ids. */
  readonly principals: ReadonlySet<string>
}

/**
 * Returns the responses to several callers for each object and for the site, by caller and request. Values that exports
 * omit are removed.
 */
export async function answersOf(
  site: Site,
  { paths, unclosed, principals }: ComparedAnswers,
): Promise<Readonly<Record<string, JsonValue>>> {
  const answers: Record<string, JsonValue> = {}
  for (const [name, caller] of Object.entries(callers))
    for (const path of paths)
      for (const [operation, input] of path === '/' ? requestsOfRoot : requests) {
        if (operation === 'getPoll' && unclosed.has(path)) continue
        const label = `${name} ${operation} ${path} ${input === undefined ? '' : JSON.stringify(input)}`
        const answer = plain(await answerOf(site, caller, { operation, path, input }))
        answers[label] = operation === 'getSharing' ? withoutNobody(answer, principals) : answer
      }
  return answers
}

interface QueryContext {
  readonly operation: OperationName
  readonly path: string
  readonly input: unknown
}

async function answerOf(site: Site, caller: Caller, { operation, path, input }: QueryContext): Promise<unknown> {
  try {
    const how = { path, caller, input: () => input as never, base: testBase, translate: translateEnglish }
    return await site.run(operation, how)
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.code }
    throw error
  }
}

const lost: ReadonlySet<string> = new Set(['lock', 'tag', 'etag'])

/** Returns a response without values that differ between sites: locks, ETags, and data of the site root. */
function plain(answer: unknown): JsonValue {
  const text = JSON.stringify(answer, (key, value) => (lost.has(key) ? undefined : value))
  return text === undefined ? null : inOneOrder(withoutSite(JSON.parse(text)))
}

function inOneOrder(answer: JsonValue): JsonValue {
  if (!isJsonObject(answer) || !Array.isArray(answer.items) || !Object.hasOwn(answer, 'total')) return answer
  const uidOf = (item: JsonValue): string => String(isJsonObject(item) ? item.UID : '')
  return { ...answer, items: answer.items.toSorted((a, b) => (uidOf(a) < uidOf(b) ? -1 : 1)) }
}

function withoutNobody(answer: JsonValue, principals: ReadonlySet<string>): JsonValue {
  if (!isJsonObject(answer) || !Array.isArray(answer.entries)) return answer
  const isSomebody = (entry: JsonValue): boolean => isJsonObject(entry) && principals.has(`${entry.type}:${entry.id}`)
  return { ...answer, entries: answer.entries.filter(isSomebody) }
}

/**
 * Removes the site root from lists, and the UID and the dates of the site root from other responses, because they
 * differ between sites. The dates also determine the position of the site root in lists.
 */
function withoutSite(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.filter(item => !isSite(item)).map(withoutSite)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, inside]) => [key, withoutSite(inside)] as const)
  return Object.fromEntries(isSite(value) ? entries.filter(([key]) => !datesOfSite.has(key)) : entries)
}

const datesOfSite: ReadonlySet<string> = new Set(['UID', 'created', 'modified'])

const isSite = (value: JsonValue): boolean => isJsonObject(value) && value['@type'] === 'Plone Site'
