import { isJsonObject, type JsonObject, type JsonValue, type PageParts, rootPath } from '@plenum/core'
import type { ContentPayload } from '@plenum/core/answers'
import type { AskPart } from './askPart.js'

/** Types of blocks that show parts of the surrounding event. */
const schedules: ReadonlySet<JsonValue | undefined> = new Set(['scheduleBlock'])
const sponsorTables: ReadonlySet<JsonValue | undefined> = new Set([
  'sponsorsShowcaseBlock',
  'levelComparisonBlock',
  'sponsorLevelBlock',
])
/** Maximum number of ancestors to search for the event, not counting the site root. */
const mostAbove = 8

/** Parts of the event around an object that its page shows: settings (for times), schedule and sponsors. */
export async function eventParts(
  answer: ContentPayload,
  path: string,
  ask: AskPart,
): Promise<{ readonly [Name in 'event' | 'schedule' | 'sponsors']: PageParts[Name] | undefined }> {
  const types = new Set(blocksIn(answer).map(block => block['@type']))
  const hasAny = (wanted: ReadonlySet<JsonValue | undefined>) => [...types].some(type => wanted.has(type))
  const [hasSchedule, hasSponsors] = [hasAny(schedules), hasAny(sponsorTables)]
  const hasTimes = hasSchedule || 'slot_category' in answer || 'activities' in answer
  const places = placesAbove(path)
  return {
    event: hasTimes ? await nearest(places, at => eventAt(at, ask)) : undefined,
    schedule: hasSchedule
      ? await nearest(places, at => ask('getSchedule', { path: at, input: { metadata: [] } }))
      : undefined,
    sponsors: hasSponsors
      ? await nearest(places, at => ask('getSponsors', { path: at, input: { metadata: [] } }))
      : undefined,
  }
}

async function eventAt(path: string, ask: AskPart): Promise<ContentPayload | undefined> {
  const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
  const content = (await ask('getContent', { path, input }))?.content
  return content && 'timezone' in content && 'tracks' in content ? content : undefined
}

const blocksIn = ({ blocks }: ContentPayload): readonly JsonObject[] =>
  isJsonObject(blocks) ? Object.values(blocks).filter(isJsonObject) : []

/** `/a/b` -> `/a/b`, `/a`, `/` */
function placesAbove(path: string): readonly string[] {
  const names = path.split('/').filter(Boolean)
  const above = names.map((_, i) => `/${names.slice(0, names.length - i).join('/')}`)
  return [...above.slice(0, mostAbove), rootPath]
}

async function nearest<Part>(
  places: readonly string[],
  find: (path: string) => Promise<Part | undefined>,
): Promise<Part | undefined> {
  for (const place of places) {
    const found = await find(place)
    if (found !== undefined) return found
  }
  return undefined
}
