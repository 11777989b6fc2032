import type { HtmlPage } from '@plenum/core'
import type { SchedulePayload, Slot } from '@plenum/core/answers'
import { titledTerms } from '../reading/terms.js'
import { say } from '../say.js'
import { eventOf, trackColour, trackDot } from './tracks.js'

/** The track and the room that the query selects, or empty strings. If a selected value is unknown, no slots match. */
export interface ScheduleFilter {
  readonly track: string
  readonly room: string
}

export const filterOf = ({ query }: HtmlPage): ScheduleFilter => ({
  track: query.get('track') ?? '',
  room: query.get('room') ?? '',
})

export const selectedTrack = (page: HtmlPage): string | undefined =>
  (eventOf(page).tracks ?? []).find(({ id }) => id === filterOf(page).track)?.title

/**
 * Returns the part of a schedule that the filter selects. If only a room is selected, slots for all rooms, such as
 * breaks, are also included. Days that contain only breaks and similar slots are omitted. Rooms without slots are also
 * omitted, so the columns of the remaining rooms move to the left.
 */
export function filteredSchedule(answer: SchedulePayload, { track, room }: ScheduleFilter): SchedulePayload {
  if (track === '' && room === '') return answer
  const has = (terms: Slot['room'] | Slot['session_track'], token: string) =>
    titledTerms(terms).some(term => term.token === token)
  const isSelected = (slot: Slot) =>
    (track === '' || has(slot.session_track, track)) &&
    (room === '' || has(slot.room, room) || (track === '' && spansAllRooms(slot)))
  const days = answer.items.map(day => ({ ...day, items: day.items.filter(isSelected) }))
  return { items: days.filter(({ items }) => items.some(slot => !isPlain(slot))).map(withUsedRooms) }
}

const spansAllRooms = ({ gridColumn }: Slot): boolean => gridColumn.includes('room-all')

const isPlain = (slot: Slot): boolean => spansAllRooms(slot) && ['Slot', 'Break', 'Meeting'].includes(slot['@type'])

type ProgrammeDay = SchedulePayload['items'][number]

function withUsedRooms(day: ProgrammeDay): ProgrammeDay {
  const used = new Set(day.items.filter(slot => !spansAllRooms(slot)).map(({ gridColumn }) => gridColumn))
  const named = day.rooms.filter(([token]) => token !== '_all_')
  const remaining = named.map((room, i) => ({ room, column: `room-${i + 1}` })).filter(({ column }) => used.has(column))
  const columns = new Map(remaining.map(({ column }, i) => [column, `room-${i + 1}`]))
  return {
    ...day,
    rooms: remaining.map(({ room }) => room),
    items: day.items.map(slot => ({ ...slot, gridColumn: columns.get(slot.gridColumn) ?? slot.gridColumn })),
  }
}

interface FilterBarProps {
  readonly page: HtmlPage
  readonly answer: SchedulePayload
}

/**
 * Renders links that select a track, and a form that selects a room. No script is necessary, because the URL contains
 * the selection.
 */
export function FilterBar({ page, answer }: FilterBarProps) {
  return (
    <div class="schedule-filter" data-starred={say(page, 'page.starred-only')}>
      <TrackLinks page={page} />
      <RoomForm page={page} answer={answer} />
    </div>
  )
}

/** Returns the URL of the page with the given parameters and the release that the page shows. */
export function addressWith(page: HtmlPage, values: Readonly<Record<string, string>>): string {
  const all = { release: page.query.get('release') ?? '', ...values }
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''))
  return query.size === 0 ? page.address : `${page.address}?${query}`
}

function TrackLinks({ page }: { page: HtmlPage }) {
  const event = eventOf(page)
  const filter = filterOf(page)
  const tracks = event.tracks ?? []
  if (tracks.length === 0) return null
  const link = (id: string, title: string) => (
    <li>
      <a href={addressWith(page, { ...filter, track: id })} aria-current={filter.track === id ? 'true' : undefined}>
        {trackDot(trackColour(event, id))}
        {title}
      </a>
    </li>
  )
  return (
    <nav aria-label={say(page, 'page.tracks')}>
      <ul class="tracks">
        {link('', say(page, 'page.all-tracks'))}
        {tracks.map(({ id, title }) => link(id, title))}
      </ul>
    </nav>
  )
}

function RoomForm({ page, answer }: FilterBarProps) {
  const rooms = new Map(answer.items.flatMap(day => day.rooms).filter(([token]) => token !== '_all_'))
  const { track, room: selected } = filterOf(page)
  if (rooms.size < 2) return null
  const hidden = Object.entries({ release: page.query.get('release') ?? '', track })
  return (
    <form method="get" action={page.address} class="room-filter">
      {hidden.map(([name, value]) => value !== '' && <input type="hidden" name={name} value={value} />)}
      <label>
        <span class="hidden">{say(page, 'page.room')}</span>
        <select name="room">
          <option value="">{say(page, 'page.all-rooms')}</option>
          {[...rooms].map(([token, title]) => (
            <option value={token} selected={token === selected}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="secondary">
        {say(page, 'page.filter')}
      </button>
    </form>
  )
}
