import type { ContentNode } from '../content/node/node.js'
import type { OverlapQuery } from '../content/store/overlaps.js'
import { isJsonObject, type JsonValue } from '../foundation/json.js'
import type { ConflictLimits, ConflictSlot, TimeSpan } from './conflicts.js'
import { showsReleases } from './releases.js'

export const availabilityField = 'availability'

const tokensOf = (value: JsonValue | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const instantOr = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null)

export const conflictSlotOf = ({
  path,
  type,
  fields,
}: Pick<ContentNode, 'path' | 'type' | 'fields'>): ConflictSlot => ({
  path,
  type,
  start: instantOr(fields.start),
  end: instantOr(fields.end),
  rooms: tokensOf(fields.room),
  persons: tokensOf(fields.presenters),
})

export const relatedUids = ({ fields }: Pick<ContentNode, 'fields'>): readonly string[] => [
  ...tokensOf(fields.room),
  ...tokensOf(fields.presenters),
]

export function overlapQueryOf({ fields }: ContentNode, event: ContentNode): OverlapQuery | undefined {
  const { start, end } = fields
  if (typeof start !== 'number' || typeof end !== 'number') return undefined
  const [rooms, persons] = [tokensOf(fields.room), tokensOf(fields.presenters)]
  return showsReleases(event)
    ? {
        span: ['working_start', 'working_end'],
        start,
        end,
        shares: { working_room: rooms, working_presenters: persons },
      }
    : { span: ['start', 'end'], start, end, shares: { slot_room: rooms, presenters: persons } }
}

export const limitsOf = (event: ContentNode, presenters: readonly ContentNode[]): ConflictLimits => ({
  event: spanOf(event.fields),
  availability: new Map(presenters.map(({ uid, fields }) => [uid, spansOf(fields[availabilityField])])),
})

const spanOf = ({ start, end }: ContentNode['fields']): TimeSpan => ({ start: instantOr(start), end: instantOr(end) })

const spansOf = (value: JsonValue | undefined): readonly TimeSpan[] =>
  Array.isArray(value) ? value.filter(isJsonObject).map(spanOf) : []
