import { formatInstant, type JsonObject, type ProgrammeSession } from '@plenum/core'
import type { Picture } from './pictures.js'

/** The path of the page that contains the presenters. Presenters have the same ids as the people in the schedule. */
const speakers = '/speakers'

const hasValue = (field: readonly [string, JsonObject[string]]): boolean => field[1] !== null && field[1] !== ''

export function sessionContent(
  session: ProgrammeSession,
  { type = session.type, isPrivate = false, fields = {} }: SessionDetails,
  roomToken: string | null,
): PlannedContent {
  const { start, end, track, persons } = session
  const fieldValues: JsonObject = {
    start: formatInstant(start),
    end: formatInstant(end),
    room: roomToken === null ? null : [roomToken],
    presenters: persons.length === 0 ? null : persons.map(key => `${speakers}/${key}`),
    session_track: track === null ? null : [track],
    session_language: session.language,
    text: session.text,
  }
  const presentValues = Object.fromEntries(Object.entries(fieldValues).filter(hasValue))
  const { shortName: id, title, description } = session
  return { type, id, title, description, isPrivate, fields: { ...presentValues, ...fields } }
}

export interface PlannedContent {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly paragraphs?: readonly string[]
  readonly blocks?: readonly JsonObject[]
  /**
   * The motif of the object's image. A sponsor level links to its image, whereas all other objects contain their
   * images.
   */
  readonly picture?: Picture
  /** The values of additional fields in the format of the REST API. */
  readonly fields?: JsonObject
  /** Whether the object remains in its initial state instead of being published. */
  readonly isPrivate?: boolean
  /** The transition that publishes the object. Defaults to `publish`. */
  readonly publishedBy?: string
  readonly items?: readonly PlannedContent[]
}

/**
 * The properties of a session that the schedule format does not support: other types, privacy, and additional fields.
 */
export type SessionDetails = Partial<Pick<PlannedContent, 'type' | 'fields' | 'isPrivate'>>
