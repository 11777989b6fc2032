import type { HtmlPage, JsonObject } from '@plenum/core'
import { TimeSpan } from '../content/sessionFacts.js'
import { objectsOf, termsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { columns, height, lane, rows } from './gridClasses.js'
import type { PlacedSlot } from './placedSlots.js'
import { eventOf, TrackStripe, trackColour } from './tracks.js'

/** Quarters of an hour from which a tile has place for a description. */
const roomForText = 6

const plainTypes = new Set(['Slot', 'Break', 'Meeting'])

/** A session at its place in the grid. The script reads its times and its UID. */
export function SessionTile({ page, slot }: { page: HtmlPage; slot: PlacedSlot }) {
  const { session } = slot
  const [start, end] = [textOf(session.start), textOf(session.end)]
  const rooms = termsOf(session.room).map(({ title }) => title)
  return (
    <li
      class={`session ${kindOf(session)} ${placeOf(slot)}`}
      data-uid={textOf(session.UID)}
      data-start={start}
      data-end={end}
    >
      <Stripe page={page} session={session} />
      <p class="facts">
        <span>
          <TimeSpan page={page} start={start} end={end} />
        </span>
        {rooms.length > 0 && <span class="where">{rooms.join(', ')}</span>}
      </p>
      <h3>
        <a href={safeLink(textOf(session['@id']))}>{textOf(session.title)}</a>
      </h3>
      <People session={session} />
      {slot.height >= roomForText && <p class="about">{textOf(session.description)}</p>}
    </li>
  )
}

function kindOf(session: JsonObject): string {
  const type = textOf(session['@type'])
  if (type === 'Keynote') return 'keynote'
  return plainTypes.has(type) ? 'plain-slot' : 'talk'
}

const placeOf = (slot: PlacedSlot): string =>
  [columns(slot.first, slot.last), rows(slot.from, slot.until), height(slot.height), lane(slot.lane, slot.lanes)].join(
    ' ',
  )

/** The track, as a colour at the edge and as words for those who see no colours. */
function Stripe({ page, session }: { page: HtmlPage; session: JsonObject }) {
  const [track] = termsOf(session.session_track)
  if (!track) return null
  const colour = trackColour(eventOf(page), track.token)
  return (
    <>
      {colour && <TrackStripe colour={colour} />}
      <span class="hidden">{track.title}</span>
    </>
  )
}

function People({ session }: { session: JsonObject }) {
  const names = objectsOf(session.presenters).map(({ title }) => textOf(title))
  return names.length === 0 ? null : <p class="people-names">{names.join(', ')}</p>
}
