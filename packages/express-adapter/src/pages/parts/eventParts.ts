import {
  type AnswerOf,
  type InputOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OperationName,
  type PageParts,
  rootPath,
} from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'

interface PartRequest<N extends OperationName> {
  readonly input: InputOf<N>
  /** The path of the operation. By default, it is the path of the page. */
  readonly path?: string
}

/**
 * Runs an operation for a part of a page. Returns undefined if the operation is refused, so that the part is omitted.
 */
export type FetchPart = <N extends OperationName>(name: N, request: PartRequest<N>) => Promise<AnswerOf<N> | undefined>

/** The types of blocks that show parts of the surrounding event. */
const schedules: ReadonlySet<JsonValue | undefined> = new Set(['scheduleBlock'])
const sponsorTables: ReadonlySet<JsonValue | undefined> = new Set([
  'sponsorsShowcaseBlock',
  'levelComparisonBlock',
  'sponsorLevelBlock',
])
/** The maximum number of ancestors that are searched for the event, not counting the site root. */
const maxAncestors = 8

/**
 * Fetches the parts of the surrounding event that the page of an object shows: the settings (for times), the schedule
 * and the sponsors.
 */
export async function eventParts(
  answer: ContentPayload,
  path: string,
  fetchPart: FetchPart,
): Promise<{ readonly [Name in 'event' | 'schedule' | 'sponsors']: PageParts[Name] | undefined }> {
  const types = new Set(blocksIn(answer).map(block => block['@type']))
  const hasAny = (blockTypes: ReadonlySet<JsonValue | undefined>) => [...types].some(type => blockTypes.has(type))
  const [hasSchedule, hasSponsors] = [hasAny(schedules), hasAny(sponsorTables)]
  const hasTimes = hasSchedule || 'slot_category' in answer || 'activities' in answer
  const ancestors = ancestorPaths(path)
  return {
    event: hasTimes ? await nearest(ancestors, at => eventAt(at, fetchPart)) : undefined,
    schedule: hasSchedule
      ? await nearest(ancestors, at => fetchPart('getSchedule', { path: at, input: { metadata: [] } }))
      : undefined,
    sponsors: hasSponsors
      ? await nearest(ancestors, at => fetchPart('getSponsors', { path: at, input: { metadata: [] } }))
      : undefined,
  }
}

async function eventAt(path: string, fetchPart: FetchPart): Promise<ContentPayload | undefined> {
  const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
  const content = (await fetchPart('getContent', { path, input }))?.content
  return content && 'timezone' in content && 'tracks' in content ? content : undefined
}

const blocksIn = ({ blocks }: ContentPayload): readonly JsonObject[] =>
  isJsonObject(blocks) ? Object.values(blocks).filter(isJsonObject) : []

/** The paths of an object and its containers: `/a/b`, `/a` and `/` for `/a/b`. */
function ancestorPaths(path: string): readonly string[] {
  const names = path.split('/').filter(Boolean)
  const above = names.map((_, i) => `/${names.slice(0, names.length - i).join('/')}`)
  return [...above.slice(0, maxAncestors), rootPath]
}

async function nearest<Part>(
  ancestors: readonly string[],
  find: (path: string) => Promise<Part | undefined>,
): Promise<Part | undefined> {
  for (const ancestor of ancestors) {
    const part = await find(ancestor)
    if (part !== undefined) return part
  }
  return undefined
}
