import { formatInstant, type JsonObject, type ProgrammeSession } from '@plenum/core'
import type { PlannedContent, SessionDetails } from './plannedContent.js'

/** The page with the presenters; their ids are the keys of persons in the programme. */
const speakers = '/speakers'

const hasValue = (field: readonly [string, JsonObject[string]]): boolean => field[1] !== null && field[1] !== ''

/** A session as content; `roomToken` is the token of its room in the vocabulary of rooms. */
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
