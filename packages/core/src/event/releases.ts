import type { ContentNode, Lineage } from '../content/node/node.js'
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../foundation/json.js'
import { rootPath } from '../foundation/paths.js'
import { nearestRoot } from './eventRoot.js'

export const releaseOption = 'release_schedule'

export const releasesField = 'schedule_releases'

/** The internal field that stores the release history of a slot (see `SlotReleases`). */
export const slotReleasesField = 'released_values'

/**
 * The field in which the result of `publicSlot` contains the editors' values of the slot. This field is never stored.
 */
export const workingField = 'working_values'

/** The fields for which visitors see the released values (docs/schedule.md, Releases). */
const releasedFields = ['title', 'start', 'end', 'room', 'session_track', 'presenters'] as const

/**
 * The values of a slot in a release: instants in milliseconds, UIDs of rooms and presenters, ids of tracks, and states
 * by workflow id.
 */
export type ReleasedValues = Readonly<Record<(typeof releasedFields)[number], JsonValue>> & {
  readonly states: Readonly<Record<string, string>>
}

/** The values of a slot that changed in a release. `values` is null if the release does not contain the slot. */
type ReleasedChange = { readonly number: number; readonly values: JsonObject | null }

/**
 * The releases of a slot in an event, stored as changes. In a release without a change, the slot has the same values as
 * in the previous release.
 */
interface SlotReleases {
  /** The UID of the event, or `/` for the site root, whose UID an import can change. */
  readonly event: string
  readonly changes: readonly ReleasedChange[]
}

export function workingValues({ fields, states }: Pick<ContentNode, 'fields' | 'states'>): ReleasedValues {
  const values = Object.fromEntries(releasedFields.map(name => [name, fields[name] ?? null]))
  return { ...(values as ReleasedValues), states }
}

const releasesOf = ({ fields }: Pick<ContentNode, 'fields'>, event: EventKey): readonly ReleasedChange[] => {
  const stored = fields[slotReleasesField] as unknown as SlotReleases | undefined
  return stored?.event === eventKey(event) ? stored.changes : []
}

type EventKey = Pick<ContentNode, 'uid' | 'path'>

/**
 * Returns a stable key with which stored fields refer to an event. The site root is identified by its path, because an
 * import can change its UID.
 */
export const eventKey = ({ uid, path }: EventKey): string => (path === rootPath ? path : uid)

/**
 * Returns the values of a slot in a release, by default the latest release. Returns null if the release does not
 * contain the slot.
 */
export function releasedValues(
  slot: Pick<ContentNode, 'fields'>,
  event: EventKey,
  number = Number.POSITIVE_INFINITY,
): ReleasedValues | null {
  let values: JsonObject | null = null
  for (const change of releasesOf(slot, event)) {
    if (change.number > number) break
    values = change.values === null ? null : { ...(values ?? {}), ...change.values }
  }
  return values as ReleasedValues | null
}

export function lastReleasedValues(slot: Pick<ContentNode, 'fields'>, event: EventKey): ReleasedValues | null {
  const last = releasesOf(slot, event).findLast(({ values }) => values !== null)
  return last ? releasedValues(slot, event, last.number) : null
}

/**
 * Returns the slot with the values of a new release, or undefined if the values have not changed since the previous
 * release.
 */
export function withRelease(
  slot: ContentNode,
  event: EventKey,
  { number, values }: { readonly number: number; readonly values: ReleasedValues | null },
): ContentNode | undefined {
  const before = releasedValues(slot, event)
  if (sameJson(before, values)) return undefined
  const changed =
    values === null
      ? null
      : Object.fromEntries(
          Object.entries(values).filter(([name, value]) => !sameJson(before?.[name as 'title'], value)),
        )
  const changes = [...releasesOf(slot, event), { number, values: changed }]
  return {
    ...slot,
    fields: { ...slot.fields, [slotReleasesField]: { event: eventKey(event), changes } as unknown as JsonObject },
  }
}

export const showsReleases = (event: Pick<ContentNode, 'fields'>): boolean => event.fields[releaseOption] === true

/**
 * Returns a slot as visitors see it: with the values of the latest release, or hidden if this release does not contain
 * the slot. Returns undefined if the event shows the unreleased schedule to everybody.
 */
export function publicSlot(lineage: Lineage): { readonly node: ContentNode; readonly isHidden: boolean } | undefined {
  const event = nearestRoot(lineage)
  const slot = lineage.at(-1)
  if (!event || !slot || !showsReleases(event)) return undefined
  const { start = null, end = null, room = null, presenters = null } = slot.fields
  const working = { [workingField]: { start, end, room, presenters } }
  const values = releasedValues(slot, event)
  if (!values) return { node: { ...slot, fields: { ...slot.fields, ...working } }, isHidden: true }
  return { node: withValues({ ...slot, fields: { ...slot.fields, ...working } }, values), isHidden: false }
}

export function withValues(slot: ContentNode, { states, ...fields }: ReleasedValues): ContentNode {
  return { ...slot, fields: { ...slot.fields, ...fields }, states: { ...slot.states, ...states } }
}

export interface Release {
  readonly number: number
  readonly name: string
  readonly comment: string
  /** The id of the user who created the release. */
  readonly actor: string
  /** The time of the release, in milliseconds since 1970. */
  readonly time: number
  readonly slots: number
}

export function releasesIn({ fields }: Pick<ContentNode, 'fields'>): readonly Release[] {
  const stored = fields[releasesField]
  return isJsonObject(stored) && Array.isArray(stored.items) ? (stored.items as unknown as readonly Release[]) : []
}
