import { type HtmlPage, type PageOf, urlOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { formatDay, formatInstant, zoneOf } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'
import { InOwnSlice, Rows } from '../slices/rows.js'
import { columns } from './gridClasses.js'
import { MyCalendar } from './myCalendar.js'
import { type PlacedSlot, placedSlots } from './placedSlots.js'
import { SessionTile } from './sessionTile.js'
import { type Day, daysOf } from './slots.js'
import { eventOf, trackColour, trackDot } from './tracks.js'

/** `@schedule`: the schedule, with a grid for each day. */
export function ScheduleView({ page }: { page: PageOf<'schedule'> }) {
  const description = objectOn(page)?.description
  return (
    <article class="schedule-page">
      <PageHeader
        eyebrow={eventOf(page).title}
        title={say(page, 'page.schedule')}
        lead={page.path === '/' ? '' : description}
      />
      <Schedule page={page} days={daysOf(page.answer)} />
      {eventOf(page).release_schedule === true && (
        <p class="facts">
          <a href={`${urlOf(page.base, page.path)}/@schedule-releases`}>{say(page, 'page.releases')}</a>
        </p>
      )}
    </article>
  )
}

/**
 * The days of a schedule. The tabs are links to fragments of the page: without a script, `:target` shows only the
 * selected day.
 */
export function Schedule({ page, days }: { page: HtmlPage; days: readonly Day[] }) {
  if (days.length === 0) return <p>{say(page, 'page.no-sessions')}</p>
  return (
    <section class="schedule" data-schedule data-zone={zoneOf(page)} data-star={say(page, 'page.star')}>
      <nav class="days" aria-label={say(page, 'page.days')}>
        <ul>
          {days.map(({ id }) => (
            <li>
              <a href={`#day-${id}`}>{formatDay(id, 'weekday', page.language)}</a>
            </li>
          ))}
        </ul>
        <Zone page={page} />
      </nav>
      <MyCalendar page={page} event={safeLink(eventOf(page)['@id'] ?? '')} />
      <Tracks page={page} />
      {days.map(day => (
        <section class="day" id={`day-${day.id}`} aria-labelledby={`name-${day.id}`}>
          <h2 id={`name-${day.id}`}>{formatDay(day.id, 'day', page.language)}</h2>
          <InOwnSlice draw={() => <DayGrid page={page} day={day} />} />
        </section>
      ))}
    </section>
  )
}

function Zone({ page }: { page: HtmlPage }) {
  return <small>{say(page, 'page.times-in', { zone: zoneOf(page).replaceAll('_', ' ') })}</small>
}

/** The legend of the track colours. */
function Tracks({ page }: { page: HtmlPage }) {
  const event = eventOf(page)
  const { tracks = [] } = event
  if (tracks.length === 0) return null
  return (
    <ul class="tracks" aria-label={say(page, 'page.tracks')}>
      {tracks.map(track => (
        <li>
          {trackDot(trackColour(event, track.id))}
          {track.title}
        </li>
      ))}
    </ul>
  )
}

/**
 * One day as a grid, with a column for each room and a row for each quarter-hour. On narrow screens, the day is shown
 * as a list.
 */
function DayGrid({ page, day }: { page: HtmlPage; day: Day }) {
  const slots = placedSlots(day.slots)
  return (
    <div class="grid">
      {day.rooms.map((room, i) => (
        <div class={`room ${columns(i + 1, i + 1)}`} aria-hidden="true">
          {room}
        </div>
      ))}
      {hoursOf(slots).map(slot => (
        <div class={`hour f${slot.from}`} aria-hidden="true">
          {formatInstant(slot.session.start, 'time', page.language, zoneOf(page))}
        </div>
      ))}
      <ul class="sessions">
        <Rows rows={slots} draw={slot => <SessionTile page={page} slot={slot} />} />
      </ul>
    </div>
  )
}

/** The first slot at each start time. */
function hoursOf(slots: readonly PlacedSlot[]): readonly PlacedSlot[] {
  return slots.filter((slot, i) => i === 0 || slots[i - 1]?.from !== slot.from)
}
