import type { DeskKeys, DeskSlot, Summary } from '@plenum/core/answers'
import { TimeSpan } from '../content/sessionFacts.js'
import { formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { termsText } from '../reading/terms.js'
import { say } from '../say.js'
import { kindTitles } from '../schedule/conflictsView.js'
import { positionClasses } from '../schedule/gridClasses.js'
import type { PlacedSlot } from '../schedule/placedSlots.js'
import { kindOf, People, Stripe } from '../schedule/sessionTile.js'
import { SlotStateNote, stateIn } from '../schedule/slotStateNote.js'
import { quarters } from '../schedule/slots.js'
import { type DeskPage, deskAddress } from './deskAddress.js'
import type { NumberedConflict } from './deskConflicts.js'

interface TileProps {
  readonly page: DeskPage
  readonly slot: PlacedSlot<DeskSlot>
  readonly conflicts: readonly NumberedConflict[]
}

/** The maximum height of a short tile, in rows. The style sheet hides the lines that do not fit in short tiles. */
const fewRows = 3

export function DeskTile({ page, slot, conflicts }: TileProps) {
  const { session } = slot
  const rows = quarters(slot.until) - quarters(slot.from)
  const classes = [
    'session desk-tile',
    kindOf(session),
    session.revision === null ? 'fixed' : 'movable',
    ...(conflicts.length > 0 ? ['clash'] : []),
    ...(rows <= fewRows ? [`rows-${rows}`] : []),
    ...(session.is_shown ? [] : ['draft']),
    ...(page.answer.selected?.['@id'] === session['@id'] ? ['selected'] : []),
    positionClasses(slot),
  ]
  return (
    <li class={classes.join(' ')} {...dataOf(page, session)}>
      <Stripe page={page} session={session} />
      <h3>
        <SessionLink page={page} session={session} />
      </h3>
      <p class="facts">
        <span>
          <TimeSpan page={page} start={session.start} end={session.end ?? ''} />
        </span>
        <SlotStateNote page={page} state={stateIn(session.workflow_states ?? [])} delay={session.delay ?? 0} />
        <span class="where">{termsText(session.room)}</span>
      </p>
      <Marks page={page} session={session} conflicts={conflicts} />
      <People session={session} />
    </li>
  )
}

/**
 * Renders a link to the form that moves the session or, if the caller cannot move the session, a link to the session
 * itself.
 */
export function SessionLink({ page, session }: { page: DeskPage; session: Summary & DeskKeys }) {
  if (session.revision === null) return <a href={safeLink(session['@id'])}>{session.title}</a>
  return <a href={`${deskAddress(page, { move: session.UID ?? '' })}#move`}>{session.title}</a>
}

interface MarksProps {
  readonly page: DeskPage
  readonly session: DeskKeys
  readonly conflicts: readonly NumberedConflict[]
}

/**
 * Renders short labels for the conflicts and the state of a session, and for its differences from the latest release. A
 * session that the caller cannot move also gets a label.
 */
export function Marks({ page, session, conflicts }: MarksProps) {
  const { is_shown, state_title, differences, revision } = session
  const labels = [
    ...(is_shown || state_title === '' ? [] : [state_title]),
    ...new Set(differences.map(kind => say(page, `page.difference-${kind}`))),
    ...(revision === null ? [say(page, 'page.desk-fixed')] : []),
  ]
  if (labels.length === 0 && conflicts.length === 0) return null
  return (
    <p class="marks">
      {conflicts.map(({ conflict, number }) => (
        <a class="mark clash-mark" href={`#conflict-${number}`}>
          {say(page, kindTitles[conflict.kind])}
        </a>
      ))}
      {labels.map(label => (
        <span class="mark">{label}</span>
      ))}
    </p>
  )
}

/**
 * Returns the attributes of a tile that the script of the desk reads. `data-from` is the start of the tile in minutes
 * since midnight in the time zone of the event, and `data-length` is the length of the tile. `data-minutes` is the
 * duration of the entire session, which starts `data-offset` minutes before the tile.
 */
export function dataOf(page: DeskPage, session: Summary & DeskKeys) {
  const { start, end, revision, minutes, session_start } = session
  return {
    'data-uid': session.UID ?? '',
    'data-title': session.title,
    'data-at': session['@id'],
    'data-revision': revision ?? undefined,
    'data-from': start ? minutesOf(formatInstant(start, 'time', 'en', zoneOf(page))) : undefined,
    'data-length': start && end ? minutesBetween(start, end) : undefined,
    'data-offset': start && session_start ? minutesBetween(session_start, start) : 0,
    'data-minutes': minutes ?? '',
    'data-rooms': (session.room ?? []).map(({ token }) => token).join(' '),
    'data-people': (session.presenters ?? []).map(person => person['@id']).join(' '),
    'data-for-all': kindOf(session) === 'plain-slot' ? '' : undefined,
  }
}

const minutesBetween = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
