import { type HtmlPage, type PageOf, urlOf } from '@plenum/core'
import type { SchedulePayload } from '@plenum/core/answers'
import { PageHeader } from '../content/title.js'
import { formatDay, zoneOf } from '../reading/instants.js'
import { objectOn } from '../reading/object.js'
import { say } from '../say.js'
import { InOwnSlice, Rows } from '../slices/rows.js'
import { PartLinks, shownDay } from './dayParts.js'
import { columns, height } from './gridClasses.js'
import { placedSlots } from './placedSlots.js'
import { FilterBar, filteredSchedule, filterOf, selectedTrack } from './scheduleFilter.js'
import { SessionTile } from './sessionTile.js'
import { type Day, daysOf } from './slots.js'
import { timeLines } from './timeLines.js'
import { eventAddress, eventOf } from './tracks.js'

/** Renders `@schedule`: a grid for each day. The query can restrict the schedule to a track and a room. */
export function ScheduleView({ page }: { page: PageOf<'schedule'> }) {
  const track = selectedTrack(page)
  const description = page.path === '/' ? '' : objectOn(page)?.description
  return (
    <article class="schedule-page">
      <PageHeader
        eyebrow={track === undefined ? eventOf(page).title : say(page, 'page.track')}
        title={track ?? say(page, 'page.schedule')}
        lead={track === undefined ? description : ''}
      />
      <Schedule page={page} answer={page.answer} />
      {eventOf(page).release_schedule === true && (
        <p class="facts">
          <a href={`${urlOf(page.base, page.path)}/@schedule-releases`}>{say(page, 'page.releases')}</a>
        </p>
      )}
    </article>
  )
}

/**
 * Renders the days of a schedule with tabs, which are links to fragments of the page. The `:target` selector displays
 * only the selected day, without a script. If a day has many slots, the page contains only one part of the day.
 */
export function Schedule({ page, answer }: { page: HtmlPage; answer: SchedulePayload }) {
  if (answer.items.length === 0) return <NoSessions page={page} />
  const days = daysOf(filteredSchedule(answer, filterOf(page))).map(day => shownDay(page, day))
  return (
    <section class="schedule" data-schedule data-zone={zoneOf(page)} data-star={say(page, 'page.star')}>
      <FilterBar page={page} answer={answer} />
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
      {days.length === 0 && <p class="empty">{say(page, 'page.no-matching-sessions')}</p>}
      {days.map(day => (
        <section class={`day ${widthOf(day)}`} id={`day-${day.id}`} aria-labelledby={`name-${day.id}`}>
          <h2 id={`name-${day.id}`}>{formatDay(day.id, 'day', page.language)}</h2>
          <PartLinks page={page} day={day} />
          <InOwnSlice draw={() => <DayGrid page={page} day={day} />} />
        </section>
      ))}
      <Calendars page={page} />
    </section>
  )
}

/**
 * Renders a note that the schedule is empty. Editors also get a link to the programme desk, which shows unpublished
 * sessions.
 */
function NoSessions({ page }: { page: HtmlPage }) {
  const event = eventAddress(page)
  const canEdit = page.more.actions?.object?.some(({ id }) => id === 'edit') ?? false
  return (
    <p class="empty">
      {say(page, 'page.no-sessions')}
      {event !== null && canEdit && (
        <>
          {' '}
          <a href={`${event}/@@desk`}>{say(page, 'page.unpublished-at-desk')}</a>
        </>
      )}
    </p>
  )
}

/**
 * Returns the class for the width of a day. A day with many rooms uses the full width of the screen and scrolls if
 * necessary.
 */
const widthOf = ({ rooms }: Day): string => (rooms.length > 10 ? 'many scrolls' : rooms.length > 4 ? 'many' : '')

function Calendars({ page }: { page: HtmlPage }) {
  const event = eventAddress(page)
  if (event === null) return null
  const { room } = filterOf(page)
  const query = room === '' ? '' : `?room=${encodeURIComponent(room)}`
  return (
    <div class="calendars">
      <a class="button secondary" href={`${event}/@@schedule.ics${query}`}>
        {say(page, 'page.calendar')}
      </a>
      <MyCalendar page={page} event={event} />
    </div>
  )
}

function Zone({ page }: { page: HtmlPage }) {
  return <small>{say(page, 'page.times-in', { zone: zoneOf(page).replaceAll('_', ' ') })}</small>
}

/**
 * Renders the grid of a day, with a column for each room and a line for each time at which a slot starts or ends. On
 * narrow screens, the day is displayed as a list.
 */
function DayGrid({ page, day }: { page: HtmlPage; day: Day }) {
  const { slots, lines } = timeLines(day.slots)
  const placed = placedSlots(slots)
  return (
    <div class="grid">
      {day.rooms.map((room, i) => (
        <div class={`room ${columns(i + 1, i + 1)}`} aria-hidden="true">
          {room}
        </div>
      ))}
      {lines.map(({ line, label, quarters }) => (
        <div class={`hour f${line} ${height(quarters)}`} aria-hidden="true">
          {label}
        </div>
      ))}
      <ul class="sessions">
        <Rows rows={placed} draw={slot => <SessionTile page={page} slot={slot} />} />
      </ul>
    </div>
  )
}

/** The maximum number of sessions in a personal calendar (`calendar`) and in its QR code (`code`). */
const limits = { calendar: 400, code: 300 }

/**
 * Renders the panel with the calendar of the sessions that the visitor has starred. Without a script, the panel remains
 * hidden, because only the browser stores the stars. `event` is the URL of the event.
 */
function MyCalendar({ page, event }: { page: HtmlPage; event: string | undefined }) {
  if (!event) return null
  return (
    <div
      class="my-calendar"
      data-event={event}
      data-qr={page.assets.extras?.qr?.script}
      data-max={limits.calendar}
      data-max-in-code={limits.code}
      hidden
    >
      <button type="button" class="quiet">
        {say(page, 'page.my-calendar')}
      </button>
      <div role="status">
        <p data-none hidden>
          {say(page, 'page.my-calendar-none')}
        </p>
        <div data-some hidden>
          <div class="code" data-code>
            <svg role="img" aria-label={say(page, 'page.my-calendar-code')}>
              <path />
            </svg>
          </div>
          <div>
            <p>{say(page, 'page.my-calendar-use')}</p>
            <p data-many hidden>
              {say(page, 'page.my-calendar-many', { limit: limits.code })}
            </p>
            <p data-cut hidden>
              {say(page, 'page.my-calendar-cut', { limit: limits.calendar })}
            </p>
            <label>
              {say(page, 'page.my-calendar-address')}
              <input readonly />
            </label>
            <a class="button" href={event}>
              {say(page, 'page.my-calendar-open')}
            </a>
          </div>
        </div>
      </div>
    </div>
  )
}
