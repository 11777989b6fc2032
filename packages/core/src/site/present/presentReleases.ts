import type { ReleasedSession, ScheduleRelease } from '../../answers/schedule.js'
import type { TitledTerm } from '../../answers/terms.js'
import type { ContentNode } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { rowsOf } from '../../event/eventSettings.js'
import type { Release, ReleasedValues } from '../../event/releases.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import { hasPermission, type RequestContext, urlOfContext } from '../run/requestContext.js'

export const presentRelease = (context: RequestContext, release: Release): ScheduleRelease => ({
  '@id': `${urlOfContext(context)}/@schedule-releases/${release.number}`,
  number: release.number,
  name: release.name,
  comment: release.comment,
  date: formatInstant(release.time),
  actor: hasPermission(context, permission.modify) ? release.actor : null,
  sessions_total: release.slots,
})

export interface SlotInRelease {
  readonly hit: SearchHit
  readonly values: ReleasedValues
}

/** The event, and the rooms and presenters that the caller may view. `visible` is keyed by UID. */
export interface ReleaseContext {
  readonly base: string
  readonly event: ContentNode
  readonly visible: ReadonlyMap<string, SearchHit>
}

/**
 * Returns the payload of a session in a release, without rooms and presenters that the caller may not currently view.
 */
export function presentSession(
  { base, event, visible }: ReleaseContext,
  { hit, values }: SlotInRelease,
): ReleasedSession {
  const related = (value: JsonValue) => list(value).flatMap(uid => visible.get(String(uid)) ?? [])
  const tracks = new Set(list(values.session_track).map(String))
  return {
    '@id': urlOf(base, hit.path),
    '@type': hit.type,
    UID: hit.uid,
    title: String(values.title ?? ''),
    start: instantOf(values.start),
    end: instantOf(values.end),
    room: related(values.room).map(
      (room): TitledTerm => ({ token: room.uid, title: String(room.columns.title ?? '') }),
    ),
    session_track: rowsOf(event, 'tracks')
      .filter(({ id }) => tracks.has(String(id)))
      .map(({ id, title }) => ({ token: String(id), title: title ?? '' })),
    presenters: related(values.presenters).map(({ path, columns }) => ({
      '@id': urlOf(base, path),
      title: String(columns.title ?? ''),
    })),
  }
}

const list = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? (value as readonly JsonValue[]) : [])
const instantOf = (value: JsonValue): string | null => (typeof value === 'number' ? formatInstant(value) : null)
