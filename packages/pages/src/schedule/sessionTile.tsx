import type { HtmlPage } from '@plenum/core'
import type { Slot } from '@plenum/core/answers'
import { TimeSpan } from '../content/sessionFacts.js'
import { safeLink } from '../reading/links.js'
import { termsText, titledTerms } from '../reading/terms.js'
import { positionClasses } from './gridClasses.js'
import type { PlacedSlot } from './placedSlots.js'
import { SlotStateNote, stateIn } from './slotStateNote.js'
import { eventOf, TrackStripe, trackColour } from './tracks.js'

/** The minimum length of a session whose tile shows the description, in quarter hours. */
const minTextHeight = 6

const plainTypes = new Set(['Slot', 'Break', 'Meeting'])

/**
 * Renders the tile of a session in the grid. The script of the schedule reads the times and the UID from the attributes
 * of the tile.
 */
export function SessionTile({ page, slot }: { page: HtmlPage; slot: PlacedSlot }) {
  const { session } = slot
  const [start, end] = [session.start, session.end ?? '']
  const rooms = termsText(session.room)
  const state = stateIn(session.workflow_states ?? [])
  return (
    <li
      class={`session ${kindOf(session)} ${marksOf(slot, state)}${positionClasses(slot)}`}
      data-uid={session.UID ?? ''}
      data-start={start}
      data-end={end}
    >
      <Stripe page={page} session={session} />
      <p class="facts">
        <span>
          <TimeSpan page={page} start={start} end={end} />
        </span>
        <SlotStateNote page={page} state={state} delay={session.delay ?? 0} />
        {rooms && <span class="where">{rooms}</span>}
      </p>
      <h3>
        <a href={safeLink(session['@id'])}>{session.title}</a>
      </h3>
      <People session={session} />
      {slot.height >= minTextHeight && <p class="about">{session.description}</p>}
    </li>
  )
}

/** Returns the CSS classes for a cancelled slot and for a slot across all columns, each followed by a space. */
function marksOf({ spansAll }: PlacedSlot, state: string | null): string {
  return `${state === 'cancelled' ? 'slot-cancelled ' : ''}${spansAll ? 'in-all-columns ' : ''}`
}

export function kindOf({ '@type': type }: Pick<Slot, '@type'>): string {
  if (type === 'Keynote') return 'keynote'
  return plainTypes.has(type) ? 'plain-slot' : 'talk'
}

export function Stripe({ page, session }: { page: HtmlPage; session: Pick<Slot, 'session_track'> }) {
  const [track] = titledTerms(session.session_track)
  if (!track) return null
  const colour = trackColour(eventOf(page), track.token)
  return (
    <>
      {colour && <TrackStripe colour={colour} />}
      <span class="hidden">{track.title}</span>
    </>
  )
}

export function People({ session }: { session: Pick<Slot, 'presenters'> }) {
  const names = (session.presenters ?? []).map(({ title }) => title)
  return names.length === 0 ? null : <p class="people-names">{names.join(', ')}</p>
}
