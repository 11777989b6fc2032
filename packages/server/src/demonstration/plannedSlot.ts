import type { JsonObject } from '@plenum/core'
import {
  type AudienceId,
  type ClockTime,
  type Day,
  type DurationId,
  type LevelId,
  type TrackId,
  timeOn,
} from './conference.js'
import type { RoomId } from './pages.js'
import { type SpeakerId, speakerPath } from './people.js'
import type { PlannedContent } from './plannedContent.js'

type SlotType = 'Break' | 'Keynote' | 'LightningTalks' | 'Meeting' | 'OpenSpace' | 'Slot' | 'Talk' | 'Training'

/** A row of the programme, in the words and the local time in which people write one. */
export interface PlannedSlot {
  readonly type: SlotType
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly from: ClockTime
  readonly to: ClockTime
  readonly room?: RoomId
  readonly speakers?: readonly SpeakerId[]
  readonly track?: TrackId
  readonly level?: LevelId
  readonly audience?: readonly AudienceId[]
  readonly duration?: DurationId
  /** ISO 639-1 code. */
  readonly language?: string
  readonly category?: 'coffee-break' | 'lunch' | 'meeting' | 'photo' | 'registration'
  /** Further fields, as the REST interface takes them. */
  readonly fields?: JsonObject
  readonly isPrivate?: boolean
}

/** Slots of a day, in any order. */
export interface ProgrammePart {
  readonly day: Day
  readonly slots: readonly PlannedSlot[]
}

const given = (fields: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, JsonObject[string]] => field[1] !== undefined),
  )

/** A slot as content; `tokenOf` gives the token of a room in the vocabulary of rooms. */
export function slotContent(slot: PlannedSlot, day: Day, tokenOf: (room: RoomId) => string): PlannedContent {
  const { type, id, title, description = '', isPrivate = false } = slot
  const fields = given({
    start: timeOn(day, slot.from),
    end: timeOn(day, slot.to),
    room: slot.room && [tokenOf(slot.room)],
    presenters: slot.speakers?.map(speakerPath),
    session_track: slot.track && [slot.track],
    session_level: slot.level && [slot.level],
    session_audience: slot.audience,
    duration: slot.duration,
    session_language: slot.language,
    slot_category: slot.category,
  })
  return { type, id, title, description, isPrivate, fields: { ...fields, ...slot.fields } }
}
